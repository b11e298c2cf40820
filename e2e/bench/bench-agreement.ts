import { createHash } from "node:crypto";
import { createAgreementRenderer } from "../../lib/agreement/renderer";
import { sampleAgreement } from "../support/agreement-sample";

/**
 * How long the agreement's PDF takes in its worker, once warm: the common one of 26 payments, the longest, and one
 * with a name in other writing. The floor in the same run is a hash that takes this machine's processor alone; other
 * machines, and this one when it is busy, differ in milliseconds and not in the ratio.
 */
// As the product runs: React's development build takes a tenth more.
Object.assign(process.env, { NODE_ENV: "production" });

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 200);
const WARM = 20;

const renderer = createAgreementRenderer({ warm: true });
const block = Buffer.alloc(40_000_000);
const CASES = {
  "26 payments": sampleAgreement(26, { environment: "sandbox" }),
  "104 payments": sampleAgreement(104),
  "a Chinese name": sampleAgreement(26, {
    student: { firstName: "静怡", lastName: "欧阳", email: "j@example.com" },
  }),
};

/** Milliseconds of each call, in order of size. */
async function timesOf(count: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

const at = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0;
const report = (name: string, times: number[], floor: number) =>
  console.log(
    `${name.padEnd(18)} p50 ${at(times, 0.5).toFixed(0).padStart(5)} ms   p95 ${at(times, 0.95).toFixed(0).padStart(5)} ms   ` +
      `${(at(times, 0.5) / floor).toFixed(1).padStart(5)} × floor   ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );

console.log(`${DOCUMENTS} documents each, one after another\n`);
const hashing = await timesOf(21, () => createHash("sha256").update(block).digest());
const floor = at(hashing, 0.5);
report("floor: SHA-256", hashing, floor);
for (const [name, model] of Object.entries(CASES)) {
  await timesOf(WARM, () => renderer.render(model));
  report(name, await timesOf(DOCUMENTS, () => renderer.render(model)), floor);
}
await renderer.close();
