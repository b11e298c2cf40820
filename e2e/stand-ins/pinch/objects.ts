/** What the stand-in answers: with each field that Pinch's official samples have, of version 2020.1 of its API. */

export interface Card {
  token: string;
  cardHolderName: string;
  displayCardNumber: string;
  cardScheme: string;
}

export interface Made {
  id: string;
  attemptId: string;
  amount: number;
  description: string | null;
  payerName: string;
  email: string | null;
  transactionDate: string;
  status: string;
  /** The code of a dishonour. */
  dishonour: string | null;
  card: Card;
  metadata: string | null;
  nonce: string | null;
  refunds: Refund[];
}

export interface Refund {
  id: string;
  paymentId: string;
  amount: number;
  reason: string;
  status: string;
  requestedDate: string;
  nonce: string | null;
}

const AUD = "AUD";
const NO_CONVERSION = { convertedAmount: null, conversionRate: null, convertedCurrency: null };

/** As lists have it. */
export function listedPayment(made: Made, amountAs: (cents: number) => unknown = Number) {
  const [firstName, ...rest] = made.payerName.split(" ");
  return {
    id: made.id,
    attemptId: made.attemptId,
    amount: amountAs(made.amount),
    currency: AUD,
    description: made.description,
    applicationFee: 0,
    totalFee: 61,
    isSurcharged: false,
    sourceType: "credit-card",
    transactionDate: made.transactionDate,
    status: made.status,
    estimatedTransferDate: dayAfter(made),
    payer: {
      id: `pyr_${made.id.slice(4)}`,
      firstName,
      lastName: rest.join(" ") || null,
      emailAddress: made.email,
      mobileNumber: null,
      streetAddress: null,
      suburb: null,
      postcode: null,
      state: null,
      country: null,
      companyName: null,
      companyRegistrationNumber: null,
      metadata: null,
    },
    subscription: null,
    metadata: made.metadata,
  };
}

/** @param hasSource false where Pinch is asked for a nonce */
export function paymentOf(made: Made, hasSource: boolean) {
  const { id, amount, transactionDate, estimatedTransferDate, ...listed } = listedPayment(made);
  const dated = { transactionDate, estimatedTransferDate, actualTransferDate: null };
  const attempt = {
    id: made.attemptId,
    amount,
    currency: AUD,
    ...NO_CONVERSION,
    estimatedSettlementDate: `${dayAfter(made)}T00:00:00`,
    isSurcharged: false,
    ...dated,
    source: hasSource ? sourceOf(made.card) : null,
    dishonour: made.dishonour === null ? null : { type: made.dishonour, date: transactionDate },
    settlement: null,
    fees: {
      transactionFee: 61,
      applicationFee: 0,
      totalFee: 61,
      currency: AUD,
      taxRate: 0.1,
      convertedTransactionFee: null,
      convertedApplicationFee: null,
      convertedTotalFee: null,
      convertedCurrency: null,
      conversionRate: null,
    },
    status: made.status,
  };
  return { id, amount, ...listed, ...dated, attempts: [attempt] };
}

const sourceOf = (card: Card) => ({
  id: `src_${card.token.slice(4, 18)}`,
  sourceType: "credit-card",
  bankAccountNumber: null,
  bankAccountBsb: null,
  bankAccountName: null,
  creditCardToken: card.token,
  cardHolderName: card.cardHolderName,
  expiryDate: "2032-12-01T00:00:00",
  displayCardNumber: card.displayCardNumber,
  cardScheme: card.cardScheme,
  origin: "AU",
  funding: null,
});

const dayAfter = ({ transactionDate }: Made) =>
  new Date(Date.parse(transactionDate) + 86_400_000).toISOString().slice(0, 10);

/** What a nonce was used for: the answer to a repeated request, and to the question. */
export const replayedPayment = (made: Made) => ({
  ...paymentOf(made, false),
  refunds: made.refunds.map(refundOf),
  nonce: made.nonce,
});

export const refundOf = ({ reason, ...refund }: Refund) => ({
  ...refund,
  currency: AUD,
  refundFeeCharged: 0,
  submittedDate: null,
  completedDate: null,
  reasonForRefund: reason,
  notes: null,
  ...NO_CONVERSION,
  isGross: false,
  transfer: null,
  transferId: null,
  refundedFees: null,
});

export const tokenOf = ({ token, cardHolderName, displayCardNumber, cardScheme }: Card) => ({
  token,
  cardHolderName,
  displayCardNumber,
  expiryDate: "2032-12-01T00:00:00Z",
  cardScheme,
  origin: "AU",
});

/** It quotes what was sent, as Pinch does. */
export const faultOf = (propertyName: string, errorMessage: string, attemptedValue: unknown = null) => ({
  propertyName,
  errorMessage,
  attemptedValue,
  customState: null,
  severity: 0,
  errorCode: propertyName === "" ? null : "PredicateValidator",
  formattedMessageArguments: [],
  formattedMessagePlaceholderValues: { PropertyName: propertyName, PropertyValue: attemptedValue },
  resourceName: null,
});
