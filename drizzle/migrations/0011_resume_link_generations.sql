CREATE TABLE "link_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider_id" uuid,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email" DROP CONSTRAINT "email_link_is_numbered";--> statement-breakpoint
ALTER TABLE "email" DROP CONSTRAINT "email_links_are_few";--> statement-breakpoint
ALTER TABLE "email" DROP CONSTRAINT "email_kind_known";--> statement-breakpoint
DROP INDEX "email_once_per_address";--> statement-breakpoint
DROP INDEX "email_link_number";--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "newest_link" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "lowest_link" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "email" RENAME COLUMN "link_number" TO "link_generation";--> statement-breakpoint
ALTER TABLE "link_request" ADD CONSTRAINT "link_request_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_request_by_age" ON "link_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "enrolment_by_email" ON "enrolment" USING btree (lower("email"));--> statement-breakpoint
-- What is mailed from now on is newer than the link of whoever typed the address.
UPDATE "email" SET "link_generation" = "link_generation" + 1 WHERE "link_generation" IS NOT NULL;--> statement-breakpoint
UPDATE "enrolment" SET "newest_link" = greatest(2, (
	SELECT max("link_generation") FROM "email"
	WHERE "email"."provider_id" = "enrolment"."provider_id" AND "email"."enrolment_id" = "enrolment"."id"
)) WHERE "email" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "email_once_per_generation" ON "email" USING btree ("provider_id","enrolment_id","link_generation");--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_links_in_order" CHECK ("enrolment"."lowest_link" between 1 and "enrolment"."newest_link");--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_link_has_generation" CHECK (("email"."kind" in ('resume_link', 'new_link')) = ("email"."enrolment_id" is not null) and ("email"."enrolment_id" is null) = ("email"."link_generation" is null));--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_kind_known" CHECK ("kind" in ('resume_link', 'new_link', 'receipt', 'agreement'));