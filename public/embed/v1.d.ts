/** What `/embed/v1.js` defines. The script has no module form: load it with a `<script>` of the service's own origin. */
declare namespace ProviderCheckout {
  /** Where the hosted page is, and where it leads back to. */
  interface Address {
    /** `direct_debit.setup_url` of the checkout, as it is: https, or http on loopback. */
    setupUrl: string;
    /** Where "Return to …" leads; only an address that is registered for the provider is honoured. */
    returnUrl?: string;
  }

  interface EmbedOptions extends Address {
    /** Where the frame goes, at the end of what is there: an element, or the selector of one. */
    container: Element | string;
    /** The name of the frame for those who do not see it. Default "Direct Debit Request". */
    title?: string;
    /** Its height in CSS pixels until the page says its own. Default 600. */
    height?: number;
    /** `false` only where your page shows such a link itself. Default `true`. */
    newPageLink?: boolean;
    /** The frame's colours. Default `"auto"`: those of your page, by the `color-scheme` of the container. */
    theme?: "light" | "dark" | "auto";
    /** The page is there to be used. Once at most, as each of these but `onError`. */
    onReady?: () => void;
    /** The direct debit is authorised, says the page. Ask for the status before you go on. */
    onAuthorised?: () => void;
    /** The checkout was cancelled. */
    onCancelled?: () => void;
    /** The checkout has expired. */
    onExpired?: () => void;
    onError?: (fault: Fault) => void;
  }

  interface Fault {
    /**
     * `frame_refused`: nothing answered in the frame, as a rule because the origin of your page is not registered; the
     * student is offered the link. `page_error`: the page met an error and says which.
     */
    code: "frame_refused" | "page_error";
    /** For your log. */
    message: string;
  }

  interface Embed {
    /** The element that was put into the container. */
    element: HTMLElement;
    /** Removes it. Nothing is called afterwards. */
    unmount(): void;
    /** What the link does. Browsers allow it in the handler of a click. */
    openInNewPage(): void;
  }

  interface OpenOptions extends Address {
    /** `"page"` leaves yours, `"tab"` keeps it. Default `"page"`, also where the browser opens no tab. */
    mode?: "page" | "tab";
  }

  /**
   * Puts the hosted page into yours.
   * @throws TypeError that names the option and what it must be
   */
  function embed(options: EmbedOptions): Embed;

  /**
   * Opens the hosted page by itself.
   * @throws TypeError that names the option and what it must be
   */
  function open(options: OpenOptions): void;
}
