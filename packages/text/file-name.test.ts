import { describe, expect, it } from "vitest";
import { asDownload, fileName } from "./file-name";

describe("the name of a document", () => {
  it("says whose it is, and of which order", () => {
    expect(fileName("Northbank College", "ORD-1234", "payments.ics")).toBe(
      "Northbank-College-ORD-1234-payments.ics",
    );
  });

  it("holds nothing that a path, a header or another system would read otherwise", () => {
    const name = fileName('../a"b;\r\nc\u202e/\\', "é\ud800'(1)*", "x.pdf");
    expect(name).toBe("a-b-c-é-1-x.pdf");
    expect(fileName("…", "***", "x.pdf")).toBe("x.pdf");
    expect(fileName(`${"a".repeat(59)}😀`, "b".repeat(300), "x.pdf")).toHaveLength(59 + 60 + 7);
  });

  it("is sent in ASCII and in full", () => {
    expect(asDownload("Hōkū-学-1-x.pdf")).toBe(
      `attachment; filename="Hoku-1-x.pdf"; filename*=UTF-8''H%C5%8Dk%C5%AB-%E5%AD%A6-1-x.pdf`,
    );
    expect(asDownload("学-x.pdf")).toContain('filename="x.pdf";');
  });
});
