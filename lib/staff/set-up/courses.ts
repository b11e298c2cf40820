import { readText } from "../../../packages/text/text";
import type { Db } from "../../db/client";
import { addCourse, changeCourse } from "../../db/provider-changes";
import type { CourseRow } from "../../db/providers";
import { toAmount } from "../../domain/money";
import { aboveFault, policyWords } from "../../provider/policy";
import { centsOf, courseNameFault, priceFault, slugFault, slugOf, textFault } from "../../provider/values";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { SetUpAction, SetUpValues } from "./action";
import { ownPortal } from "./details";
import { changedMeanwhile, faultsOf } from "./faults";
import { optional, required } from "./fields";
import { limitFields, limitsShown, readLimits } from "./limits";
import { changesOf } from "./make-action";

/** In the order of the portal. */
export async function readCourses(deps: { db: Db }, caller: StaffCaller) {
  demand(caller, "set_up");
  return (await ownPortal(deps, caller)).courses.map((course) => ({
    ...course,
    limits: limitsShown(course).filter(({ value }) => value !== "No limit"),
  }));
}

/** The name in addresses, which is made from the other where none is typed. */
const slugIn = ({ name = "", slug = "" }: SetUpValues) => readText(slug, "plain", 100) || slugOf(name);

const add: SetUpAction = {
  part: "courses",
  key: "add",
  title: "Add a course",
  isNew: true,
  open: (deps, caller) => ({
    what: slugIn,
    says: [
      "The course is at the end of your portal at once, and students can enrol in it.",
      "Its name and price cannot be changed later, because enrolments contain them.",
    ],
    fields: [
      required("name", "Name"),
      required("price", "Price", { hint: "In dollars, such as 1500.00" }),
      optional("intake", "Intake", { hint: "Such as February 2027" }),
      optional("length", "Length", { hint: "Such as 12 months" }),
      optional("slug", "Name in addresses", {
        hint: "Small letters, digits and hyphens. Without one it is made from the name",
      }),
    ],
    async read(values) {
      const { name = "", price: typed = "", intake = "", length = "" } = values;
      const { provider, courses } = await ownPortal(deps, caller);
      const price = readText(typed, "plain", 20);
      const slug = slugIn(values);
      const wrong = faultsOf({
        name: textFault(name) ?? courseNameFault(name),
        price: priceFault(price) ?? aboveFault(centsOf(price), provider.highestPriceCents),
        intake: intake && textFault(intake),
        length: length && textFault(length),
        slug: slug === "" ? "it cannot be made from this name. Enter one." : slugFault(slug),
      });
      if (wrong) return wrong;
      if (courses.some((course) => course.slug === slug))
        return { errors: { slug: `You have a course with the name ${slug} in addresses. Enter another` } };
      const made = { slug, name, intake, length, priceCents: centsOf(price) };
      return async () => ({ after: outlineOf(await addCourse(deps.db, provider.id, made)) });
    },
  }),
};

/** @throws CheckoutError where another person was first */
function outlineOf(course: CourseRow | null) {
  if (!course) throw changedMeanwhile();
  const { slug, name, intake, length, priceCents } = course;
  return { slug, name, intake, length, price: toAmount(priceCents), policy: policyWords(course).join(", ") };
}

const limits = changesOf(
  "courses",
  async (deps, caller, slug) =>
    (await ownPortal(deps, caller)).courses.find((course) => course.slug === slug) ?? null,
  (course) => ({ about: course.name, what: course.slug, before: outlineOf(course) }),
)("policy", "Change the limits of a course’s plans", (course, { db }, { provider }) => ({
  says: [
    "They hold for plans of this course that are made from now on. Of these and the provider’s limits, the stricter counts.",
    "An empty field is no limit.",
  ],
  fields: limitFields(course),
  read(values) {
    const read = readLimits(values);
    if ("errors" in read) return read;
    return async () => ({ after: outlineOf(await changeCourse(db, provider.id, course.slug, read)) });
  },
}));

export const COURSE_ACTIONS = [add, limits];
