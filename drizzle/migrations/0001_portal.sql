CREATE TABLE "enrolment" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"link_key_version" smallint NOT NULL,
	"provider_order_id" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"payment_type" text,
	"chosen_price_cents" integer,
	"frequency" text,
	"number_of_instalments" integer,
	"first_payment_date" date,
	"terms_version" text,
	"terms_sha256" "bytea",
	"terms_accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "enrolment_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "enrolment_id_unique" UNIQUE("id"),
	CONSTRAINT "enrolment_order_unique" UNIQUE("provider_id","provider_order_id"),
	CONSTRAINT "enrolment_payment_type_known" CHECK ("payment_type" in ('upfront_payment', 'interest_free_payment_plan')),
	CONSTRAINT "enrolment_frequency_known" CHECK ("frequency" in ('Weekly', 'Fortnightly', 'Monthly')),
	CONSTRAINT "enrolment_details_whole" CHECK (num_nulls("enrolment"."first_name", "enrolment"."last_name", "enrolment"."email") in (0, 3)),
	CONSTRAINT "enrolment_choice_is_priced" CHECK (("enrolment"."payment_type" is null) = ("enrolment"."chosen_price_cents" is null)),
	CONSTRAINT "enrolment_plan_whole" CHECK (num_nonnulls("enrolment"."frequency", "enrolment"."number_of_instalments", "enrolment"."first_payment_date") = case when "enrolment"."payment_type" = 'interest_free_payment_plan' then 3 else 0 end),
	CONSTRAINT "enrolment_terms_whole" CHECK (num_nulls("enrolment"."terms_version", "enrolment"."terms_sha256", "enrolment"."terms_accepted_at") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "allowed_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "return_urls" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "terms" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_provider_id_course_id_course_provider_id_id_fk" FOREIGN KEY ("provider_id","course_id") REFERENCES "public"."course"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_terms_have_version" CHECK (("provider"."terms" is null) = ("provider"."terms_version" is null));