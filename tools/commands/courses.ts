import { addCourse, changeCourse } from "../../lib/db/provider-changes";
import { type CourseRow, findCourse, findPortal } from "../../lib/db/providers";
import { toAmount } from "../../lib/domain/money";
import { aboveFault, policyWords } from "../../lib/provider/policy";
import { centsOf, courseNameFault, priceFault, slugFault, slugOf } from "../../lib/provider/values";
import { present } from "../../packages/text/narrow";
import { Problem } from "../../server/program/problem.mjs";
import { checkedPolicy, POLICY, PROVIDER, providerOf } from "../command-line/provider";
import { command, type Row, rowOf } from "../command-line/run";

const add = command(
  {
    provider: PROVIDER,
    name: { value: "NAME", required: true, fault: courseNameFault },
    price: { value: "1500.00", required: true, fault: priceFault },
    intake: { value: "TEXT" },
    length: { value: "TEXT" },
    slug: { value: "SLUG", fault: slugFault },
    policy: POLICY,
  },
  (given) => {
    const policy = checkedPolicy(given.policy);
    const slug = given.slug ?? slugOf(given.name);
    if (!slug) throw new Problem("--slug is missing, and cannot be made from this name. Give a slug.");
    const { name, intake = "", length = "" } = given;
    const values = { slug, name, intake, length, priceCents: centsOf(given.price) };
    return async (db) => {
      const { id, highestPriceCents: most } = await providerOf(db, given.provider);
      const above = aboveFault(values.priceCents, most);
      if (above) throw new Problem(`--price "${given.price}": ${above}`);
      const made = await addCourse(db, id, values, policy);
      if (!made)
        throw new Problem(
          `${given.provider} already has a course with the slug ${slug}. Use --slug to give another.`,
        );
      return [courseRow(made)];
    };
  },
);

/** Of the limits only: the other values stand in students' enrolments. */
const update = command(
  {
    provider: PROVIDER,
    slug: { value: "SLUG", required: true, fault: slugFault },
    policy: { ...POLICY, required: true },
  },
  (given) => async (db) => {
    const { id } = await providerOf(db, given.provider);
    const before = await findCourse(db, id, given.slug);
    if (!before) throw new Problem(`--slug "${given.slug}": ${given.provider} has no such course.`);
    const changed = await changeCourse(db, id, given.slug, checkedPolicy(given.policy, before));
    return [courseRow(present(changed, "course"))];
  },
);

const list = command({ provider: PROVIDER }, (given) => async (db) => {
  const { code } = await providerOf(db, given.provider);
  return present(await findPortal(db, code), "provider").courses.map(courseRow);
});

function courseRow(one: CourseRow): Row {
  const texts = rowOf(one, "slug", "name", "intake", "length");
  return { course_id: one.id, ...texts, price: toAmount(one.priceCents), policy: policyWords(one) };
}

export const COURSES = { add, list, update };
