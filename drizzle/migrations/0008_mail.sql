CREATE TABLE "email" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"checkout_id" uuid,
	"enrolment_id" uuid,
	"link_number" integer,
	"address" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"subject" text,
	"text_body" text,
	"html_body" text,
	CONSTRAINT "email_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "email_id_unique" UNIQUE("id"),
	CONSTRAINT "email_kind_known" CHECK ("kind" in ('resume_link', 'receipt', 'agreement')),
	CONSTRAINT "email_status_known" CHECK ("status" in ('pending', 'sent', 'kept', 'failed', 'cancelled')),
	CONSTRAINT "email_is_about_one" CHECK (num_nonnulls("email"."checkout_id", "email"."enrolment_id") = 1),
	CONSTRAINT "email_link_is_numbered" CHECK (("email"."kind" = 'resume_link') = ("email"."enrolment_id" is not null) and ("email"."kind" = 'resume_link') = ("email"."link_number" is not null)),
	CONSTRAINT "email_links_are_few" CHECK ("email"."link_number" between 1 and 3),
	CONSTRAINT "email_pending_is_due" CHECK (("email"."status" = 'pending') = ("email"."due_at" is not null)),
	CONSTRAINT "email_kept_whole" CHECK (num_nonnulls("email"."subject", "email"."text_body", "email"."html_body") = case when "email"."status" = 'kept' then 3 else 0 end)
);
--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "student_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_checkout" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_enrolment" FOREIGN KEY ("provider_id","enrolment_id") REFERENCES "public"."enrolment"("provider_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_once_per_checkout" ON "email" USING btree ("provider_id","checkout_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "email_once_per_address" ON "email" USING btree ("provider_id","enrolment_id",lower("address"));--> statement-breakpoint
CREATE UNIQUE INDEX "email_link_number" ON "email" USING btree ("provider_id","enrolment_id","link_number");--> statement-breakpoint
CREATE INDEX "email_due" ON "email" USING btree ("due_at") WHERE "email"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "email_failed" ON "email" USING btree ("finished_at") WHERE "email"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "email_to_purge" ON "email" USING btree ("created_at");