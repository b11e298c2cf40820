CREATE TABLE "sandbox_gateway"."refund" (
	"key" text PRIMARY KEY NOT NULL,
	"charge_key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refusal" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refund_amount_positive" CHECK ("sandbox_gateway"."refund"."amount_cents" > 0),
	CONSTRAINT "refund_refusal_known" CHECK ("refusal" in ('charge_unknown', 'more_than_charged'))
);
--> statement-breakpoint
ALTER TABLE "operator_alert" DROP CONSTRAINT "operator_alert_kind_known";--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD COLUMN "gateway" text DEFAULT '(not recorded)' NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD COLUMN "action_url" text;--> statement-breakpoint
CREATE INDEX "refund_by_charge" ON "sandbox_gateway"."refund" USING btree ("charge_key");--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD CONSTRAINT "charge_attempt_action_is_awaited" CHECK ("charge_attempt"."action_url" is null or "charge_attempt"."status" = 'unknown');--> statement-breakpoint
ALTER TABLE "operator_alert" ADD CONSTRAINT "operator_alert_kind_known" CHECK ("kind" in ('orphan_charge', 'missing_charge', 'amount_differs', 'outcome_unknown'));