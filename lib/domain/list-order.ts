/** Of the console's list. */
export const LIST_ORDERS = ["newest", "oldest", "changed", "highest", "lowest"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];
