/** An Australian Business Number as it is printed: `12 345 678 901`. */
export const groupsOf = (businessNumber: string): string =>
  businessNumber.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
