import { course } from "../../../drizzle/schema";
import { newId } from "../../../lib/domain/ids";
import { database, makeProvider, type TestProvider } from "../provider";

export interface TestCourse {
  slug: string;
  name: string;
  intake: string;
  length: string;
  priceCents: number;
}

/** A provider with its courses, as a portal shows it. */
export interface College extends TestProvider {
  name: string;
  courses: readonly TestCourse[];
  /** The one that costs $1,500.00. */
  course: TestCourse;
}

const COURSES: readonly TestCourse[] = [
  named("Certificate IV in Bookkeeping", "February 2027", "26 weeks", 150_000),
  named("Diploma of Early Childhood Education", "February 2027", "52 weeks", 480_000),
  named("Barista and Coffee Art Short Course", "Every month", "4 weeks", 34_900),
  named("Certificate IV in Cyber Security", "July 2027", "44 weeks", 699_500),
];

function named(name: string, intake: string, length: string, priceCents: number): TestCourse {
  return { slug: name.toLowerCase().replaceAll(" ", "-"), name, intake, length, priceCents };
}

/** A provider of the test's own, which nobody else changes or sees. */
export async function makeCollege(
  options: { name?: string; timeZone?: string; courses?: readonly TestCourse[] } = {},
  db = database(),
): Promise<College> {
  const { name = "Test College", timeZone, courses = COURSES } = options;
  const provider = await makeProvider({ name, timeZone }, db);
  await db
    .insert(course)
    .values(
      courses.map((each, position) => ({ ...each, position, providerId: provider.id, id: newId("crs") })),
    );
  return { ...provider, name, courses, course: courses[0]! };
}
