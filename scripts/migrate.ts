import { migrateDatabase } from "../drizzle/migrate";

const url = process.env.DATABASE_URL;
if (!url) throw new Error("Set DATABASE_URL to the database to migrate.");
await migrateDatabase(url);
console.log("The database is up to date.");
