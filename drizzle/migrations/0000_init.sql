CREATE SCHEMA "sandbox_gateway";
--> statement-breakpoint
CREATE TABLE "charge_attempt" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"card_scheme" text,
	"card_last_four" text,
	"receipt_number" text,
	"decline_code" text,
	"request_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"recoveries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "charge_attempt_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "charge_attempt_gateway_key" UNIQUE("id"),
	CONSTRAINT "charge_attempt_one_per_checkout" UNIQUE("provider_id","checkout_id"),
	CONSTRAINT "charge_attempt_status_known" CHECK ("status" in ('started', 'unknown', 'succeeded', 'declined', 'refused', 'closed')),
	CONSTRAINT "charge_attempt_amount_positive" CHECK ("charge_attempt"."amount_cents" > 0),
	CONSTRAINT "charge_attempt_open_is_due" CHECK (("charge_attempt"."status" in ('started', 'unknown')) = ("charge_attempt"."due_at" is not null)),
	CONSTRAINT "charge_attempt_success_is_known" CHECK ("charge_attempt"."status" <> 'succeeded' or ("charge_attempt"."card_last_four" is not null and "charge_attempt"."receipt_number" is not null))
);
--> statement-breakpoint
CREATE TABLE "checkout" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider_order_id" text NOT NULL,
	"provider_account_id" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"course_name" text NOT NULL,
	"course_price_cents" integer NOT NULL,
	"financed_cents" integer NOT NULL,
	"deposit_cents" integer NOT NULL,
	"payment_type" text NOT NULL,
	"payment_frequency" text NOT NULL,
	"number_of_instalments" smallint NOT NULL,
	"instalment_cents" integer NOT NULL,
	"first_payment_date" date NOT NULL,
	"checkout_status" text NOT NULL,
	"authorisation_status" text NOT NULL,
	"token_sha256" "bytea" NOT NULL,
	"deposit_confirmed" boolean,
	"last_sequence" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "checkout_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "checkout_status_known" CHECK ("checkout_status" in ('Awaiting Direct Debit', 'Awaiting Confirmation', 'Confirmed', 'Payment Pending', 'Payment Processing', 'Payment Failed', 'Expired', 'Cancelled')),
	CONSTRAINT "checkout_authorisation_known" CHECK ("authorisation_status" in ('Pending', 'Authorised', 'Paid Upfront', 'Failed', 'Cancelled')),
	CONSTRAINT "checkout_state_reachable" CHECK (("checkout"."checkout_status", "checkout"."authorisation_status") in (('Awaiting Direct Debit', 'Pending'), ('Awaiting Confirmation', 'Authorised'), ('Confirmed', 'Authorised'), ('Expired', 'Cancelled'), ('Cancelled', 'Cancelled'), ('Payment Pending', 'Pending'), ('Payment Processing', 'Paid Upfront'), ('Payment Failed', 'Failed'))),
	CONSTRAINT "checkout_payment_type_known" CHECK ("payment_type" in ('upfront_payment', 'interest_free_payment_plan')),
	CONSTRAINT "checkout_amounts" CHECK ("checkout"."financed_cents" > 0 and "checkout"."instalment_cents" > 0 and "checkout"."deposit_cents" >= 0 and "checkout"."course_price_cents" between 1 and 10000000),
	CONSTRAINT "checkout_plan_sums" CHECK (case "checkout"."payment_type" when 'upfront_payment' then "checkout"."financed_cents" = "checkout"."course_price_cents" and "checkout"."number_of_instalments" = 1 and "checkout"."expires_at" is null else "checkout"."financed_cents" + "checkout"."deposit_cents" = "checkout"."course_price_cents" and "checkout"."number_of_instalments" between 1 and 104 and "checkout"."expires_at" is not null end),
	CONSTRAINT "checkout_token_length" CHECK (octet_length("checkout"."token_sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"provider_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"checkout_id" uuid NOT NULL,
	"key_version" smallint NOT NULL,
	"sealed_token" "bytea",
	"sealed_answer" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_key_provider_id_operation_key_pk" PRIMARY KEY("provider_id","operation","key"),
	CONSTRAINT "idempotency_key_length" CHECK (length("idempotency_key"."key") between 1 and 255),
	CONSTRAINT "idempotency_key_has_content" CHECK (num_nonnulls("idempotency_key"."sealed_token", "idempotency_key"."sealed_answer") = 1)
);
--> statement-breakpoint
CREATE TABLE "opportunity" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "opportunity_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "opportunity_one_per_checkout" UNIQUE("provider_id","checkout_id"),
	CONSTRAINT "opportunity_stage_known" CHECK ("stage" in ('Checkout Started', 'Direct Debit Authorised', 'Payment Plan Signed', 'Payment Processing', 'Paid Upfront', 'Closed Lost'))
);
--> statement-breakpoint
CREATE TABLE "agreement" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"pdf" "bytea" NOT NULL,
	"declarations" jsonb NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agreement_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "agreement_one_per_checkout" UNIQUE("provider_id","checkout_id"),
	CONSTRAINT "agreement_sha256_is_of_pdf" CHECK ("agreement"."sha256" = encode(sha256("agreement"."pdf"), 'hex'))
);
--> statement-breakpoint
CREATE TABLE "dda" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"status" text NOT NULL,
	"session_generation" smallint DEFAULT 1 NOT NULL,
	"session_key_version" smallint NOT NULL,
	"bank_sealed" "bytea",
	"bank_key_version" smallint,
	"bsb" text,
	"account_ending" text,
	"dishonour_reason" text,
	"authority_text" text,
	"authority_version" text,
	"setup_started_at" timestamp (3) with time zone,
	"authorised_at" timestamp (3) with time zone,
	"authorised_via" text,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dda_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "dda_id_unique" UNIQUE("id"),
	CONSTRAINT "dda_one_per_checkout" UNIQUE("provider_id","checkout_id"),
	CONSTRAINT "dda_status_known" CHECK ("status" in ('Pending', 'Authorised', 'Cancelled', 'Expired')),
	CONSTRAINT "dda_authorised_is_evidenced" CHECK ("dda"."status" <> 'Authorised' or num_nulls("dda"."bank_sealed", "dda"."bank_key_version", "dda"."bsb", "dda"."account_ending", "dda"."authority_text", "dda"."authority_version", "dda"."authorised_at", "dda"."authorised_via") = 0)
);
--> statement-breakpoint
CREATE TABLE "event" (
	"provider_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"actor" text NOT NULL,
	"request_id" uuid,
	"ip_address" text,
	"user_agent" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_provider_id_checkout_id_sequence_pk" PRIMARY KEY("provider_id","checkout_id","sequence"),
	CONSTRAINT "event_id_unique" UNIQUE("provider_id","id"),
	CONSTRAINT "event_type_known" CHECK ("type" in ('checkout.created', 'checkout.expired', 'checkout.cancelled', 'card_payment.succeeded', 'card_payment.failed', 'direct_debit.authorised', 'payment_plan.signed')),
	CONSTRAINT "event_sequence_positive" CHECK ("event"."sequence" > 0)
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"label" text NOT NULL,
	"secret_sha256" "bytea" NOT NULL,
	"last_four" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "api_key_id_unique" UNIQUE("id"),
	CONSTRAINT "api_key_secret_length" CHECK (octet_length("api_key"."secret_sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "contact" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "contact_email_unique" UNIQUE("provider_id","email")
);
--> statement-breakpoint
CREATE TABLE "course" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"intake" text NOT NULL,
	"length" text NOT NULL,
	"price_cents" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "course_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "course_slug_unique" UNIQUE("provider_id","slug"),
	CONSTRAINT "course_price_positive" CHECK ("course"."price_cents" between 1 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "provider" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"legal_name" text NOT NULL,
	"business_number" text,
	"email" text NOT NULL,
	"phone" text,
	"time_zone" text DEFAULT 'Australia/Sydney' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_code_unique" UNIQUE("code"),
	CONSTRAINT "provider_code_format" CHECK ("provider"."code" ~ '^[A-Za-z0-9][A-Za-z0-9_-]{1,62}$')
);
--> statement-breakpoint
CREATE TABLE "sandbox_gateway"."charge" (
	"key" text PRIMARY KEY NOT NULL,
	"provider_id" text,
	"provider_order_id" text,
	"amount_cents" integer,
	"status" text NOT NULL,
	"card_scheme" text,
	"card_last_four" text,
	"receipt_number" text,
	"decline_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_status_known" CHECK ("status" in ('succeeded', 'declined', 'refused', 'closed')),
	CONSTRAINT "charge_has_amount" CHECK ("sandbox_gateway"."charge"."status" not in ('succeeded', 'declined') or "sandbox_gateway"."charge"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_gateway"."token_use" (
	"provider_id" text NOT NULL,
	"token" text NOT NULL,
	"charge_key" text NOT NULL,
	CONSTRAINT "token_use_provider_id_token_pk" PRIMARY KEY("provider_id","token")
);
--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD CONSTRAINT "charge_attempt_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity" ADD CONSTRAINT "opportunity_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity" ADD CONSTRAINT "opportunity_provider_id_contact_id_contact_provider_id_id_fk" FOREIGN KEY ("provider_id","contact_id") REFERENCES "public"."contact"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement" ADD CONSTRAINT "agreement_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dda" ADD CONSTRAINT "dda_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_attempt_due" ON "charge_attempt" USING btree ("due_at") WHERE "charge_attempt"."status" in ('started', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_one_live_per_order" ON "checkout" USING btree ("provider_id","provider_order_id") WHERE "checkout"."checkout_status" not in ('Payment Failed', 'Expired', 'Cancelled');--> statement-breakpoint
CREATE INDEX "checkout_by_order" ON "checkout" USING btree ("provider_id","provider_order_id","id");--> statement-breakpoint
CREATE INDEX "checkout_to_expire" ON "checkout" USING btree ("expires_at") WHERE "checkout"."checkout_status" like 'Awaiting %';--> statement-breakpoint
CREATE INDEX "idempotency_key_by_checkout" ON "idempotency_key" USING btree ("provider_id","checkout_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_to_purge" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "contact_name" ON "contact" USING btree ("provider_id","last_name");--> statement-breakpoint
CREATE INDEX "charge_by_order" ON "sandbox_gateway"."charge" USING btree ("provider_id","provider_order_id");--> statement-breakpoint
CREATE INDEX "charge_by_time" ON "sandbox_gateway"."charge" USING btree ("created_at");