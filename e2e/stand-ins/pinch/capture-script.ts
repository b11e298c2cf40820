/** Stands for Pinch's capture script: it sends what the page typed to `POST /tokens`, from its own address. */
export const CAPTURE_SCRIPT = `
const origin = new URL(document.currentScript.src).origin;
window.Pinch = {
  Capture: ({ publishableKey }) => ({
    async createToken({ sourceType, ...card }) {
      if (sourceType !== "credit-card") throw new Error("The stand-in takes cards only");
      const mode = publishableKey.startsWith("pk_live_") ? "live" : "test";
      const response = await fetch(origin + "/" + mode + "/tokens", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ publishableKey, ...card }),
      });
      const body = await response.json();
      if (!response.ok) throw { hasError: true, errors: body };
      return body;
    },
  }),
};
`;
