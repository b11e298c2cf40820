import { digitsIn } from "../text/text";

/**
 * Which bank a BSB belongs to, by its first two or three digits. These are facts that banks publish: AusPayNet's "Key to
 * abbreviations and BSB numbers", as Wikipedia's "Bank state branch" and the bank list of a public payment SDK repeat it.
 * Names are those that customers know today. What is in doubt, or belongs to a bank that has closed, is left out: an
 * unknown BSB costs one more look. See docs/decisions/043-bsb.md.
 */
const PREFIXES = `
01 ANZ
03 04 73 Westpac
06 40 42 52 76 Commonwealth Bank
08 78 National Australia Bank
09 Reserve Bank of Australia
10 BankSA
11 33 St.George Bank
12 Bank of Queensland
14 Rabobank
15 Town & Country Bank (ANZ)
18 Macquarie Bank
19 55 Bank of Melbourne
21 J.P. Morgan
22 25 BNP Paribas
23 Bank of America
24 510 Citibank
26 BT (Westpac)
29 MUFG Bank
30 Bankwest
31 Bank Australia
325 Beyond Bank
34 985 HSBC
35 980 Bank of China
41 Deutsche Bank
432 Standard Chartered Bank
45 OCBC Bank
46 Advance Bank (Westpac)
47 Challenge Bank (Westpac)
48 664 Suncorp Bank
512 Community First Bank
514 RACQ Bank
533 BCU Bank
57 A customer-owned bank (through Australian Settlements)
61 Adelaide Bank
632 Bank of us
633 Bendigo Bank
637 657 Greater Bank
638 880 Heritage Bank
640 Hume Bank
641 647 IMB Bank
642 Australian Military Bank
645 656 Auswide Bank
646 The Mutual Bank
650 Newcastle Permanent
655 MyState Bank
670 ubank
676 Gateway Bank
70 A customer-owned bank (through Indue)
725 Judo Bank
728 Summerland Bank
777 P&N Bank
80 A customer-owned bank (through Cuscal)
812 Teachers Mutual Bank
813 The Capricornian
814 Great Southern Bank
815 Police Bank
818 Bank of Communications
819 ICBC
833 Defence Bank
888 China Construction Bank
889 DBS Bank
90 Australia Post
911 Sumitomo Mitsui Bank
913 State Street
917 Arab Bank Australia
918 Mizuho Bank
922 United Overseas Bank
923 936 ING
931 Mega Bank
932 Regional Australia Bank
939 AMP Bank
941 Delphi Bank
942 Bank of Sydney
943 Taiwan Business Bank
944 ME Bank
946 UBS
951 BOQ Specialist
969 Tyro
`;

/** Whose BSB 000-000 is, with which the sandbox documents its accounts. Contract section 10. */
const SANDBOX_PREFIX = "000";
const SANDBOX_BANK = "Sandbox test bank";

const banks = new Map<string, string>();
for (const line of PREFIXES.trim().split("\n")) {
  const words = line.split(" ");
  const isPrefix = (word: string) => /^\d+$/.test(word);
  const name = words.filter((word) => !isPrefix(word)).join(" ");
  for (const prefix of words.filter(isPrefix)) banks.set(prefix, name);
}

/**
 * The bank's name, or null for a BSB that is not whole or that no bank has.
 * @param bsb as typed, with or without a hyphen and blanks
 */
export function bankOf(bsb: string, isSandbox: boolean): string | null {
  const digits = digitsIn(bsb);
  if (!/^[0-9]{6}$/.test(digits)) return null;
  const [two, three] = [digits.slice(0, 2), digits.slice(0, 3)];
  if (isSandbox && three === SANDBOX_PREFIX) return SANDBOX_BANK;
  return banks.get(three) ?? banks.get(two) ?? null;
}
