CREATE TABLE "database_incarnation" (
	"incarnation" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"vouched_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD COLUMN "is_order_uncharged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "operator_alert_orphans" ON "operator_alert" USING btree (("details" ->> 'provider_order_id')) WHERE "operator_alert"."kind" = 'orphan_charge' and "operator_alert"."resolved_at" is null;