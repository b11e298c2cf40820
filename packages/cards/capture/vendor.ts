import { CaptureError } from "./details";

/** A loopback address, as only a stand-in for a processor has it. */
const STAND_IN = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** What the script's own address says: whose script to load, for which account. */
export function setupOf(address: string) {
  const query = new URLSearchParams(address.split("?")[1]);
  const standIn = query.get("stand_in") ?? "";
  return {
    processor: query.get("processor"),
    account: query.get("account"),
    // Nobody may have a page of the internet load another script by a link to it.
    standIn: STAND_IN.test(standIn) && STAND_IN.test(`http://${location.hostname}`) ? standIn : null,
  };
}
export type Setup = ReturnType<typeof setupOf>;

export const notLoaded = () =>
  new CaptureError(
    "processor_not_loaded",
    "The card form could not be loaded. Check your connection and try again.",
  );

let loading: Promise<void> | null = null;

export interface VendorScript<T> {
  host: string;
  path: string;
  /** Whether the vendor serves it to pages that ask as `crossorigin`. */
  isShared: boolean;
  read(): T | undefined;
}

/** Loads the processor's script at the first use. After a failure it may be tried again. */
export async function vendorScript<T>({ standIn }: Setup, script: VendorScript<T>): Promise<T> {
  if (!script.read()) {
    loading ??= load((standIn ?? script.host) + script.path, script.isShared);
    await loading;
  }
  const loaded = script.read();
  if (!loaded) throw notLoaded();
  return loaded;
}

const load = (src: string, isShared: boolean) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    if (isShared) script.crossOrigin = "anonymous";
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loading = null;
      reject(notLoaded());
    };
    document.head.append(script);
  });
