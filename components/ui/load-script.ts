/** Scripts of this site by their address, so that each is loaded once however many parts of a page want it. */
const loading = new Map<string, Promise<void>>();

/** Runs a script of this site; at once where it has run already. Rejects where it cannot be had, and may be tried again. */
export function loadScript(src: string): Promise<void> {
  let loaded = loading.get(src);
  if (!loaded) {
    loaded = new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = src;
      script.addEventListener("load", () => resolve());
      script.addEventListener("error", () => {
        loading.delete(src);
        reject(new Error(`${src} could not be loaded`));
      });
      document.head.append(script);
    });
    loading.set(src, loaded);
  }
  return loaded;
}
