/**
 * Vendure with its own defaults on PostgreSQL: no plugin, no queue but the one in memory, no log but of faults.
 * Usage: node vendure.js prepare|serve. The first makes the tables and one course to buy, and tells its id.
 */
import {
  bootstrap,
  DefaultLogger,
  LogLevel,
  ProductService,
  ProductVariantService,
  RequestContextService,
} from "@vendure/core";
import { populateInitialData } from "@vendure/core/cli/index.js";

const [what] = process.argv.slice(2);
const { DATABASE_URL, POOL, PORT, SECRET, PASSWORD } = process.env;

const app = await bootstrap({
  apiOptions: { hostname: "127.0.0.1", port: Number(PORT) },
  authOptions: {
    // A shop's visitor keeps a cookie, a program that reads orders the token of its login.
    tokenMethod: ["cookie", "bearer"],
    cookieOptions: { secret: SECRET },
    superadminCredentials: { identifier: "bench", password: PASSWORD },
  },
  dbConnectionOptions: {
    type: "postgres",
    url: DATABASE_URL,
    poolSize: Number(POOL),
    synchronize: what === "prepare",
    logging: false,
  },
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  paymentOptions: { paymentMethodHandlers: [] },
});

if (what === "prepare") {
  console.log(`variant ${await makeCourse()}`);
  await app.close();
  process.exit();
}
console.log("Vendure listens");

/** A country, its tax, and one course at 1,500 dollars that is never out of stock. */
async function makeCourse() {
  await populateInitialData(app, {
    defaultLanguage: "en",
    defaultZone: "Australia",
    countries: [{ name: "Australia", code: "AU", zone: "Australia" }],
    taxRates: [{ name: "GST", percentage: 10 }],
    shippingMethods: [],
    paymentMethods: [],
    collections: [],
  });
  const ctx = await app.get(RequestContextService).create({ apiType: "admin" });
  const name = "Certificate IV in Bookkeeping";
  const product = await app.get(ProductService).create(ctx, {
    translations: [{ languageCode: "en", name, slug: "bookkeeping", description: "" }],
  });
  const [variant] = await app.get(ProductVariantService).create(ctx, [
    {
      productId: product.id,
      sku: "BOOKKEEPING",
      price: 150_000,
      trackInventory: "FALSE",
      translations: [{ languageCode: "en", name }],
    },
  ]);
  return variant.id;
}
