const loading = new Map<string, Promise<void>>();

/** Loads a script of this site once, however many parts of a page want it. After a failure it may be tried again. */
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
