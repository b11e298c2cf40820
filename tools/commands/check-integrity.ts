import { Found, rowOf } from "../command-line/run";
import { asService } from "../command-line/service";
import { checkIntegrity } from "../integrity/check";

const check = asService({}, async (deps) => {
  const verdicts = await checkIntegrity(deps);
  const rows = verdicts.map((one) => rowOf(one, "invariant", "lookedAt", "violations", "ids"));
  const broken = verdicts.filter(({ violations }) => violations > 0).map(({ invariant }) => invariant);
  if (broken.length > 0) throw new Found(rows, `Violated: ${broken.join(", ")}.`);
  return rows;
});

export const CHECK_INTEGRITY = { "": check };
