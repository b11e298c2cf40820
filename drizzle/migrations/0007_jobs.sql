CREATE TABLE "background_job" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reached_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "operator_alert" ADD COLUMN "resolved_by" text;--> statement-breakpoint
CREATE INDEX "enrolment_to_purge" ON "enrolment" USING btree ("updated_at");--> statement-breakpoint
ALTER TABLE "operator_alert" ADD CONSTRAINT "operator_alert_resolved_by_known" CHECK ("resolved_by" in ('operator', 'reconciliation'));--> statement-breakpoint
ALTER TABLE "operator_alert" ADD CONSTRAINT "operator_alert_resolved_by_somebody" CHECK (("operator_alert"."resolved_at" is null) = ("operator_alert"."resolved_by" is null));