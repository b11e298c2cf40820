/**
 * Makes a token of card details in the browser: no request, nothing kept, nothing logged. Guide: /docs/pay-now.
 *
 *   const { token, card } = await new Capture(publishableKey).createToken({ number, expiry_month, … });
 *
 * Rejects with { code, field, message }: `field` is the member to correct, or null.
 */
(() => {
  // A copy of the server's table: a page must not have to load anything more than this script.
  const TEST_CARDS = [
    ["visa", "4242424242424242", "visa"],
    ["visa_debit", "4000056655665556", "visa"],
    ["mastercard", "5555555555554444", "mastercard"],
    ["mastercard_2series", "2223003122003222", "mastercard"],
    ["amex", "378282246310005", "amex"],
    ["discover", "6011111111111117", "discover"],
    ["diners", "3056930009020004", "diners"],
    ["jcb", "3566002020360505", "jcb"],
    ["unionpay", "6200000000000005", "unionpay"],
    ["declined_generic_decline", "4000000000000002", "visa"],
    ["declined_insufficient_funds", "4000000000009995", "visa"],
    ["declined_lost_card", "4000000000009987", "visa"],
    ["declined_stolen_card", "4000000000009979", "visa"],
    ["declined_expired_card", "4000000000000069", "visa"],
    ["declined_incorrect_cvc", "4000000000000127", "visa"],
    ["declined_processing_error", "4000000000000119", "visa"],
    ["answer_lost", "4000000000000341", "visa"],
  ];

  const LETTERS = "abcdefghijklmnopqrstuvwxyz";
  const RANDOM_LETTERS = 22;

  /** `message` never quotes what was entered, so that an error can be logged. */
  class CaptureError extends Error {
    constructor(code, field, message) {
      super(message);
      this.name = "CaptureError";
      this.code = code;
      this.field = field;
    }

    // An Error's own message is left out of JSON.
    toJSON() {
      return { code: this.code, field: this.field, message: this.message };
    }
  }

  /** As `readText` reads digits: without spaces, hyphens and what nobody sees. Anything but text counts as not entered. */
  function compact(value) {
    if (typeof value !== "string" && typeof value !== "number") return "";
    return String(value)
      .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\s\p{Pd}]+/gu, "")
      .slice(0, 1000)
      .normalize("NFKC");
  }

  function entered(value, field, message) {
    const text = compact(value);
    if (text === "") throw new CaptureError("required", field, message);
    return text;
  }

  function passesLuhn(digits) {
    let sum = 0;
    for (let fromRight = 1; fromRight <= digits.length; fromRight += 1) {
      const digit = Number(digits[digits.length - fromRight]);
      const weighted = fromRight % 2 === 0 ? digit * 2 : digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
    }
    return sum % 10 === 0;
  }

  function readCard(value) {
    const number = entered(value, "number", "Enter your card number");
    const refuse = (code, message) => new CaptureError(code, "number", message);
    if (!/^[0-9]+$/.test(number)) throw refuse("invalid_number", "Card number must have digits only");
    if (number.length < 12) throw refuse("invalid_number", "Card number is too short");
    if (number.length > 19) throw refuse("invalid_number", "Card number is too long");
    if (!passesLuhn(number))
      throw refuse("invalid_number", "Card number is not correct. Check it and try again.");
    const known = TEST_CARDS.find((card) => card[1] === number);
    if (!known) throw refuse("test_card_required", "This is a test environment. Use one of its test cards.");
    return { slug: known[0], scheme: known[2], last4: number.slice(-4) };
  }

  function readExpiry(monthValue, yearValue) {
    const monthText = entered(monthValue, "expiry_month", "Enter the month in which your card expires");
    const month = Number(monthText);
    if (!/^[0-9]{1,2}$/.test(monthText) || month < 1 || month > 12) {
      throw new CaptureError("invalid_expiry_month", "expiry_month", "Expiry month must be between 1 and 12");
    }
    const yearText = entered(yearValue, "expiry_year", "Enter the year in which your card expires");
    if (!/^([0-9]{2}|[0-9]{4})$/.test(yearText)) {
      throw new CaptureError("invalid_expiry_year", "expiry_year", "Expiry year must have 2 or 4 digits");
    }
    const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
    const today = new Date();
    // A card is good until the end of the month printed on it.
    if (year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1) {
      const field = year < today.getFullYear() ? "expiry_year" : "expiry_month";
      throw new CaptureError("card_expired", field, "Expiry date must be in the future");
    }
    return { expiry_month: month, expiry_year: year };
  }

  function checkSecurityCode(value) {
    const code = entered(value, "cvc", "Enter the security code of your card");
    if (!/^[0-9]{3,4}$/.test(code)) {
      throw new CaptureError("invalid_cvc", "cvc", "Security code must have 3 or 4 digits");
    }
  }

  function checkName(value) {
    if (
      typeof value !== "string" ||
      /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(value)
    ) {
      throw new CaptureError("required", "name", "Enter the name on your card");
    }
  }

  function randomLetters() {
    // Bytes from here on would make the first letters of the alphabet likelier than the others.
    const fair = 256 - (256 % LETTERS.length);
    let letters = "";
    while (letters.length < RANDOM_LETTERS) {
      for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_LETTERS))) {
        if (byte < fair && letters.length < RANDOM_LETTERS) letters += LETTERS[byte % LETTERS.length];
      }
    }
    return letters;
  }

  globalThis.Capture = class Capture {
    /** `publishableKey` is the `gateway_publishable_key` of GET /v1/environment. Throws for any but a test key. */
    constructor(publishableKey) {
      if (typeof publishableKey !== "string" || !/^pk_test_\S+$/.test(publishableKey)) {
        const message =
          "publishableKey must be the gateway_publishable_key of the sandbox, which starts pk_test_.";
        throw new CaptureError("publishable_key_invalid", null, message);
      }
    }

    /** Checks in the order of the fields and rejects with the first that needs correcting. */
    async createToken(details) {
      const { number, expiry_month, expiry_year, cvc, name } = Object(details);
      const { slug, scheme, last4 } = readCard(number);
      const expiry = readExpiry(expiry_month, expiry_year);
      checkSecurityCode(cvc);
      checkName(name);
      return { token: `tok_test_${slug}_${randomLetters()}`, card: { scheme, last4, ...expiry } };
    }
  };
})();
