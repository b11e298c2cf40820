import { Text, View } from "@react-pdf/renderer";
import { formatDate } from "../../../packages/dates/calendar";
import { HeaderRow, Lines, Section } from "../../../packages/pdf/blocks";
import { tagged } from "../../../packages/pdf/tags";
import { HAIRLINE, TYPE } from "../../../packages/pdf/theme";
import { formatMoney } from "../../domain/money";
import type { AgreementModel } from "../model";

const COLUMNS = [
  { title: "No.", width: 18, align: "right" },
  { title: "Due date", width: 108, paddingLeft: 14, align: "left" },
  { title: "Debit date", width: 96, align: "left" },
  { title: "Amount", flex: 1, align: "right" },
  { title: "Balance", flex: 1, align: "right" },
] as const;

const ROW_HEIGHT = 16;
/** How many rows stay with the table's header, and how many with its total. */
const TOGETHER = 3;

/** Every instalment. Each page repeats the header, and no row is split. */
export function ScheduleTable({ number, model }: { number: number; model: AgreementModel }) {
  const rows = model.schedule;
  const cells = rows.map((row) => [
    String(row.number),
    formatDate(row.dueDate),
    formatDate(row.debitDate),
    formatMoney(row.amountCents),
    formatMoney(row.balanceAfterCents),
  ]);
  const moved = rows.some((row) => row.dueDate !== row.debitDate);
  return (
    <Section number={number} title="Payment schedule" aside={counted(rows.length)}>
      {moved ? (
        <View wrap={false} minPresenceAhead={1} style={{ paddingBottom: 7 }}>
          <Lines text={MOVED} tone="small" />
        </View>
      ) : null}
      <View {...tagged("Table")}>
        <HeaderRow
          name="schedule"
          columns={COLUMNS}
          styleOf={({ title: _, align, ...size }) => ({ ...size, textAlign: align })}
          ahead={ROW_HEIGHT * Math.min(rows.length, TOGETHER)}
        />
        {cells.map((row, index) => (
          <Row key={row[0]} cells={row} keepWithNext={index >= rows.length - TOGETHER} />
        ))}
        <Row
          cells={["", "Total", "", formatMoney(rows.reduce((sum, row) => sum + row.amountCents, 0)), ""]}
          total
        />
      </View>
    </Section>
  );
}

const MOVED =
  "A payment due on a day without direct debits, such as a weekend, is debited on the next business day.";

const counted = (payments: number) => (payments === 1 ? "1 payment" : `${payments} payments`);

interface Props {
  cells: string[];
  keepWithNext?: boolean;
  total?: boolean;
}

function Row({ cells, keepWithNext = false, total = false }: Props) {
  const heading = total ? 1 : 0;
  return (
    <View
      wrap={false}
      {...tagged("TR")}
      // Any value above 0 forbids a page break right after this row.
      {...(keepWithNext ? { minPresenceAhead: 1 } : {})}
      style={{ flexDirection: "row", height: ROW_HEIGHT, alignItems: "center", ...(total ? {} : HAIRLINE) }}
    >
      {COLUMNS.map(({ title, align, ...size }, index) => (
        <Text
          key={title}
          {...tagged(index === heading ? "TH" : "TD", {
            text: cells[index] ?? "",
            ...(index === heading && { scope: "Row" }),
          })}
          style={{ ...(total ? TYPE.strong : TYPE.body), ...size, textAlign: align }}
        >
          {cells[index]}
        </Text>
      ))}
    </View>
  );
}
