CREATE UNLOGGED TABLE "rate_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD COLUMN "provider_order_id" text;--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD COLUMN "call_number" integer;--> statement-breakpoint
UPDATE "charge_attempt" "a" SET "provider_order_id" = "numbered"."provider_order_id", "call_number" = "numbered"."call_number"
FROM (
	SELECT "t"."provider_id", "t"."id", "c"."provider_order_id",
		row_number() OVER (PARTITION BY "t"."provider_id", "c"."provider_order_id" ORDER BY "t"."created_at", "t"."id") AS "call_number"
	FROM "charge_attempt" "t"
	JOIN "checkout" "c" ON "c"."provider_id" = "t"."provider_id" AND "c"."id" = "t"."checkout_id"
) "numbered"
WHERE "a"."provider_id" = "numbered"."provider_id" AND "a"."id" = "numbered"."id";--> statement-breakpoint
ALTER TABLE "charge_attempt" ALTER COLUMN "provider_order_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_attempt" ALTER COLUMN "call_number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "dda" ADD COLUMN "submitted_at" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD CONSTRAINT "charge_attempt_one_per_number" UNIQUE("provider_id","provider_order_id","call_number");
