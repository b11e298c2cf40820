import { type CourseRow, listCourses } from "../../lib/db/providers";
import { toAmount } from "../../lib/domain/money";
import { addCourse } from "../../lib/providers/provider";
import { centsOf, courseNameFault, priceFault, slugFault, slugOf } from "../../lib/providers/values";
import { PROVIDER, providerOf } from "../lib/commands/provider";
import { command, type Row } from "../lib/commands/run";
import { Problem } from "../lib/problem.mjs";

const add = command(
  {
    provider: PROVIDER,
    name: { value: "NAME", required: true, fault: courseNameFault },
    price: { value: "1500.00", required: true, fault: priceFault },
    intake: { value: "TEXT" },
    length: { value: "TEXT" },
    slug: { value: "SLUG", fault: slugFault },
  },
  (given) => {
    const slug = given.slug ?? slugOf(given.name);
    if (!slug) throw new Problem("--slug is missing: from this name none can be made.");
    const { name, intake = "", length = "" } = given;
    const values = { slug, name, intake, length, priceCents: centsOf(given.price) };
    return async (db) => {
      const { id } = await providerOf(db, given.provider);
      const made = await addCourse(db, id, values);
      if (!made)
        throw new Problem(
          `${given.provider} has a course with the slug ${slug}. Give this one another with --slug.`,
        );
      return [rowOf(made)];
    };
  },
);

const list = command({ provider: PROVIDER }, (given) => async (db) => {
  const { id } = await providerOf(db, given.provider);
  return (await listCourses(db, id)).map(rowOf);
});

function rowOf(one: CourseRow): Row {
  return {
    course_id: one.id,
    slug: one.slug,
    name: one.name,
    intake: one.intake,
    length: one.length,
    price: toAmount(one.priceCents),
  };
}

export const COURSES = { add, list };
