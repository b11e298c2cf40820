import { readText } from "../../../packages/text/text";
import type { Db } from "../../db/client";
import { addCourse, changeCourse } from "../../db/provider-changes";
import type { CourseRow } from "../../db/providers";
import { CheckoutError } from "../../domain/errors";
import { toAmount } from "../../domain/money";
import { aboveFault, policyWords } from "../../provider/policy";
import { centsOf, courseNameFault, priceFault, slugFault, slugOf, textFault } from "../../provider/values";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { SetUpAction } from "./action";
import { changed } from "./change";
import { ownPortal } from "./details";
import { faultsOf } from "./faults";
import { limitFields, limitsShown, readLimits } from "./limits";

/** In the order of the portal. */
export async function readCourses(deps: { db: Db }, caller: StaffCaller) {
  demand(caller, "set_up");
  return (await ownPortal(deps, caller)).courses.map((course) => ({
    ...course,
    limits: limitsShown(course).filter(({ value }) => value !== "No limit"),
  }));
}

const courseAt = async (deps: { db: Db }, caller: StaffCaller, slug: string) =>
  (await ownPortal(deps, caller)).courses.find((course) => course.slug === slug) ?? null;

const add: SetUpAction = {
  part: "courses",
  key: "add",
  title: "Add a course",
  async open(_, caller, id) {
    demand(caller, "set_up");
    if (id !== "new") return null;
    return {
      about: null,
      says: [
        "The course is at the end of your portal at once, and students can enrol in it.",
        "Its name and price cannot be changed later, because enrolments contain them.",
      ],
      fields: [
        { name: "name", label: "Name", type: "text", isRequired: true },
        {
          name: "price",
          label: "Price",
          hint: "In dollars, such as 1500.00",
          type: "text",
          isRequired: true,
        },
        { name: "intake", label: "Intake (optional)", hint: "Such as February 2027", type: "text" },
        { name: "length", label: "Length (optional)", hint: "Such as 12 months", type: "text" },
        {
          name: "slug",
          label: "Name in addresses (optional)",
          hint: "Small letters, digits and hyphens. Without one it is made from the name",
          type: "text",
        },
      ],
    };
  },
  async act(
    deps,
    caller,
    _,
    { name = "", price: typed = "", intake = "", length = "", slug: own = "" },
    reason,
  ) {
    demand(caller, "set_up");
    const { provider } = await ownPortal(deps, caller);
    const price = readText(typed, "plain", 20);
    const slug = readText(own, "plain", 100) || slugOf(name);
    const optional = (text: string) => (text === "" ? null : textFault(text));
    const wrong = faultsOf({
      name: textFault(name) ?? courseNameFault(name),
      price: priceFault(price) ?? aboveFault(centsOf(price), provider.highestPriceCents),
      intake: optional(intake),
      length: optional(length),
      slug: slug === "" ? "it cannot be made from this name. Enter one." : slugFault(slug),
    });
    if (wrong) return wrong;
    if (await courseAt(deps, caller, slug))
      return { errors: { slug: `You have a course with the name ${slug} in addresses. Enter another` } };
    return changed(deps, caller, add, { what: slug, reason, before: null }, async () => {
      const values = { slug, name, intake, length, priceCents: centsOf(price) };
      return { after: outlineOf(await addCourse(deps.db, provider.id, values)), result: null };
    });
  },
};

const limits: SetUpAction = {
  part: "courses",
  key: "policy",
  title: "Change the limits of a course’s plans",
  async open(deps, caller, slug) {
    demand(caller, "set_up");
    const course = await courseAt(deps, caller, slug);
    if (!course) return null;
    return {
      about: course.name,
      says: [
        "They hold for plans of this course that are made from now on. Of these and the provider’s limits, the stricter counts.",
        "An empty field is no limit.",
      ],
      fields: limitFields(course),
    };
  },
  async act(deps, caller, slug, values, reason) {
    demand(caller, "set_up");
    const before = await courseAt(deps, caller, slug);
    const read = readLimits(values);
    if ("errors" in read) return read;
    return changed(deps, caller, limits, { what: slug, reason, before: outlineOf(before) }, async () => {
      const after = await changeCourse(deps.db, caller.provider.id, slug, read);
      return { after: outlineOf(after), result: null };
    });
  },
};

/** @throws CheckoutError where another person was first */
function outlineOf(course: CourseRow | null) {
  if (!course) throw new CheckoutError("not_found", "Nothing was done: somebody else changed this first.");
  const { slug, name, intake, length, priceCents } = course;
  return { slug, name, intake, length, price: toAmount(priceCents), policy: policyWords(course).join(", ") };
}

export const COURSE_ACTIONS = [add, limits];
