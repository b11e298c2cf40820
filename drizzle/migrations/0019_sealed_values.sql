ALTER TABLE "operator_alert" DROP CONSTRAINT "operator_alert_kind_known";--> statement-breakpoint
ALTER TABLE "operator_alert" DROP CONSTRAINT "operator_alert_resolved_by_known";--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "dispatch_failures" integer;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "dispatch_after" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "idempotency_key_by_app_key" ON "idempotency_key" USING btree ("key_version");--> statement-breakpoint
CREATE INDEX "enrolment_by_app_key" ON "enrolment" USING btree ("link_key_version");--> statement-breakpoint
CREATE INDEX "dda_by_app_key" ON "dda" USING btree ("bank_key_version") WHERE "dda"."bank_sealed" is not null;--> statement-breakpoint
ALTER TABLE "operator_alert" ADD CONSTRAINT "operator_alert_kind_known" CHECK ("kind" in ('orphan_charge', 'missing_charge', 'amount_differs', 'outcome_unknown', 'sealed_value_unreadable'));--> statement-breakpoint
ALTER TABLE "operator_alert" ADD CONSTRAINT "operator_alert_resolved_by_known" CHECK ("resolved_by" in ('operator', 'reconciliation', 'key_check'));