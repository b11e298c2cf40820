CREATE SCHEMA "sandbox_gateway";
--> statement-breakpoint
CREATE TABLE "charge_attempt" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"provider_order_id" text NOT NULL,
	"call_number" integer NOT NULL,
	"gateway" text NOT NULL,
	"gateway_reference" text,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"card_scheme" text,
	"card_last_four" text,
	"receipt_number" text,
	"decline_code" text,
	"is_order_uncharged" boolean DEFAULT false NOT NULL,
	"bank_page_sealed" "bytea",
	"bank_page_key_version" smallint,
	"request_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"recoveries" integer DEFAULT 0 NOT NULL,
	"is_replaced" boolean DEFAULT false NOT NULL,
	"instalments" smallint[],
	CONSTRAINT "charge_attempt_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "charge_attempt_gateway_key" UNIQUE("id"),
	CONSTRAINT "charge_attempt_one_per_number" UNIQUE("provider_id","provider_order_id","call_number"),
	CONSTRAINT "charge_attempt_replaced_took_nothing" CHECK (not "charge_attempt"."is_replaced" or "charge_attempt"."status" in ('declined', 'refused', 'closed')),
	CONSTRAINT "charge_attempt_status_known" CHECK ("status" in ('started', 'unknown', 'succeeded', 'declined', 'refused', 'closed')),
	CONSTRAINT "charge_attempt_amount_positive" CHECK ("charge_attempt"."amount_cents" > 0),
	CONSTRAINT "charge_attempt_open_is_due" CHECK (("charge_attempt"."status" in ('started', 'unknown')) = ("charge_attempt"."due_at" is not null)),
	CONSTRAINT "charge_attempt_bank_page_is_awaited" CHECK (num_nulls("charge_attempt"."bank_page_sealed", "charge_attempt"."bank_page_key_version") = 2 or (num_nulls("charge_attempt"."bank_page_sealed", "charge_attempt"."bank_page_key_version") = 0 and "charge_attempt"."status" = 'unknown')),
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
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"payment_type" text NOT NULL,
	"payment_frequency" text NOT NULL,
	"number_of_instalments" smallint NOT NULL,
	"instalment_cents" integer NOT NULL,
	"first_payment_date" date NOT NULL,
	"schedule" jsonb,
	"checkout_status" text NOT NULL,
	"authorisation_status" text NOT NULL,
	"token_sha256" "bytea" NOT NULL,
	"deposit_confirmed" boolean,
	"last_sequence" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"card_page_key_version" smallint,
	"metadata" jsonb,
	"email_lower" text NOT NULL,
	CONSTRAINT "checkout_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "checkout_status_known" CHECK ("checkout_status" in ('Awaiting Direct Debit', 'Awaiting Confirmation', 'Confirmed', 'Awaiting Payment', 'Payment Pending', 'Payment Processing', 'Payment Failed', 'Expired', 'Cancelled')),
	CONSTRAINT "checkout_authorisation_known" CHECK ("authorisation_status" in ('Pending', 'Authorised', 'Paid Upfront', 'Failed', 'Cancelled')),
	CONSTRAINT "checkout_state_reachable" CHECK (("checkout"."checkout_status", "checkout"."authorisation_status") in (('Awaiting Direct Debit', 'Pending'), ('Awaiting Confirmation', 'Authorised'), ('Confirmed', 'Authorised'), ('Expired', 'Cancelled'), ('Cancelled', 'Cancelled'), ('Awaiting Payment', 'Pending'), ('Payment Pending', 'Pending'), ('Payment Processing', 'Paid Upfront'), ('Payment Failed', 'Failed'))),
	CONSTRAINT "checkout_refunded_in_bounds" CHECK ("checkout"."refunded_cents" between 0 and "checkout"."course_price_cents"),
	CONSTRAINT "checkout_payment_type_known" CHECK ("payment_type" in ('upfront_payment', 'interest_free_payment_plan')),
	CONSTRAINT "checkout_amounts" CHECK ("checkout"."financed_cents" > 0 and "checkout"."instalment_cents" > 0 and "checkout"."deposit_cents" >= 0 and "checkout"."course_price_cents" between 1 and 10000000),
	CONSTRAINT "checkout_plan_sums" CHECK (case "checkout"."payment_type" when 'upfront_payment' then "checkout"."financed_cents" = "checkout"."course_price_cents" and "checkout"."number_of_instalments" = 1 and ("checkout"."expires_at" is null) = ("checkout"."card_page_key_version" is null) else "checkout"."financed_cents" + "checkout"."deposit_cents" = "checkout"."course_price_cents" and "checkout"."number_of_instalments" between 1 and 104 and "checkout"."expires_at" is not null and "checkout"."card_page_key_version" is null end),
	CONSTRAINT "checkout_schedule_is_of_plan" CHECK (("checkout"."schedule" is null) = ("checkout"."payment_type" = 'upfront_payment')),
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
	CONSTRAINT "opportunity_stage_known" CHECK ("stage" in ('Checkout Started', 'Direct Debit Authorised', 'Payment Plan Signed', 'Payment Plan Completed', 'Payment Plan Ended', 'Payment Processing', 'Paid Upfront', 'Closed Lost'))
);
--> statement-breakpoint
CREATE TABLE "debit" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"attempt" smallint NOT NULL,
	"amount_cents" integer NOT NULL,
	"date" date NOT NULL,
	"gateway" text NOT NULL,
	"authority" text NOT NULL,
	"gateway_reference" text,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"recoveries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "debit_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "debit_one_per_attempt" UNIQUE("provider_id","checkout_id","number","attempt"),
	CONSTRAINT "debit_status_known" CHECK ("status" in ('Sending', 'Sent', 'Paid', 'Reversed', 'Dishonoured', 'Refused')),
	CONSTRAINT "debit_reason_known" CHECK ("reason" in ('insufficient_funds', 'temporary', 'account_closed', 'account_invalid', 'bank_stopped', 'technical', 'deceased')),
	CONSTRAINT "debit_unknown_is_due" CHECK ("debit"."status" <> 'Sending' or "debit"."due_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "debit_poll" (
	"provider_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"what" text NOT NULL,
	"cursor" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "debit_poll_provider_id_gateway_what_pk" PRIMARY KEY("provider_id","gateway","what"),
	CONSTRAINT "debit_poll_what_known" CHECK ("what" in ('debits', 'payouts'))
);
--> statement-breakpoint
CREATE TABLE "instalment" (
	"provider_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"due_date" date NOT NULL,
	"debit_date" date NOT NULL,
	"amount_cents" integer NOT NULL,
	"hand_over_on" date,
	"notice_on" date,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "instalment_provider_id_checkout_id_number_pk" PRIMARY KEY("provider_id","checkout_id","number"),
	CONSTRAINT "instalment_amount_positive" CHECK ("instalment"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "outside_payment" (
	"provider_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"amount_cents" integer NOT NULL,
	"received_on" date NOT NULL,
	"reference" text,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outside_payment_provider_id_checkout_id_number_pk" PRIMARY KEY("provider_id","checkout_id","number"),
	CONSTRAINT "outside_payment_actor_form" CHECK ("outside_payment"."recorded_by" ~ '^(student|system|api_key:key_[0-9a-z]{26}|staff:.+)$')
);
--> statement-breakpoint
CREATE TABLE "payment_plan" (
	"provider_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"status" text NOT NULL,
	"hold_reason" text,
	"paused_until" date,
	"gateway" text NOT NULL,
	"financed_cents" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"failed_in_row" smallint DEFAULT 0 NOT NULL,
	"summary" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_plan_provider_id_checkout_id_pk" PRIMARY KEY("provider_id","checkout_id"),
	CONSTRAINT "payment_plan_status_known" CHECK ("status" in ('Active', 'Paused', 'On Hold', 'Completed', 'Ended')),
	CONSTRAINT "payment_plan_hold_reason_known" CHECK ("hold_reason" in ('authority_ended', 'bank_stopped', 'two_failed', 'person')),
	CONSTRAINT "payment_plan_hold_has_reason" CHECK (("payment_plan"."status" = 'On Hold') = ("payment_plan"."hold_reason" is not null)),
	CONSTRAINT "payment_plan_pause_has_end" CHECK ("payment_plan"."status" <> 'Paused' or "payment_plan"."paused_until" is not null)
);
--> statement-breakpoint
CREATE TABLE "enrolment" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"link_key_version" smallint NOT NULL,
	"newest_link" integer DEFAULT 1 NOT NULL,
	"lowest_link" integer DEFAULT 1 NOT NULL,
	"superseded_link" integer DEFAULT 0 NOT NULL,
	"finishing_link" integer,
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
	CONSTRAINT "enrolment_links_in_order" CHECK ("enrolment"."lowest_link" between 1 and "enrolment"."newest_link"),
	CONSTRAINT "enrolment_payment_type_known" CHECK ("payment_type" in ('upfront_payment', 'interest_free_payment_plan')),
	CONSTRAINT "enrolment_frequency_known" CHECK ("frequency" in ('Weekly', 'Fortnightly', 'Monthly')),
	CONSTRAINT "enrolment_details_whole" CHECK (num_nulls("enrolment"."first_name", "enrolment"."last_name", "enrolment"."email") in (0, 3)),
	CONSTRAINT "enrolment_choice_is_priced" CHECK (("enrolment"."payment_type" is null) = ("enrolment"."chosen_price_cents" is null)),
	CONSTRAINT "enrolment_plan_whole" CHECK (num_nonnulls("enrolment"."frequency", "enrolment"."number_of_instalments", "enrolment"."first_payment_date") = case when "enrolment"."payment_type" = 'interest_free_payment_plan' then 3 else 0 end),
	CONSTRAINT "enrolment_terms_whole" CHECK (num_nulls("enrolment"."terms_version", "enrolment"."terms_sha256", "enrolment"."terms_accepted_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "gateway_account" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"publishable_key" text NOT NULL,
	"url" text,
	"external_account" text,
	"takes_cards" boolean NOT NULL,
	"takes_debits" boolean NOT NULL,
	"statement_name" text,
	"secret_sealed" "bytea" NOT NULL,
	"secret_key_version" smallint NOT NULL,
	"webhook_secret_sealed" "bytea",
	"webhook_secret_key_version" smallint,
	"previous_webhook_secret_sealed" "bytea",
	"previous_webhook_secret_key_version" smallint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "gateway_account_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "gateway_account_id_unique" UNIQUE("id"),
	CONSTRAINT "gateway_account_kind_known" CHECK ("kind" in ('sandbox', 'http', 'stripe', 'pinch')),
	CONSTRAINT "gateway_account_mode_known" CHECK ("mode" in ('test', 'live')),
	CONSTRAINT "gateway_account_is_of_use" CHECK ("gateway_account"."takes_cards" or "gateway_account"."takes_debits"),
	CONSTRAINT "gateway_account_has_url" CHECK (("gateway_account"."kind" = 'http') = ("gateway_account"."url" is not null)),
	CONSTRAINT "gateway_account_sandbox_is_test" CHECK ("gateway_account"."kind" <> 'sandbox' or "gateway_account"."mode" = 'test')
);
--> statement-breakpoint
CREATE TABLE "gateway_event" (
	"provider_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gateway_event_provider_id_account_id_event_id_pk" PRIMARY KEY("provider_id","account_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "keyed_request" (
	"provider_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"request_id" uuid NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"key_version" smallint,
	"sealed_answer" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "keyed_request_provider_id_operation_key_pk" PRIMARY KEY("provider_id","operation","key"),
	CONSTRAINT "keyed_request_key_length" CHECK (length("keyed_request"."key") between 1 and 255),
	CONSTRAINT "keyed_request_is_done_or_under_way" CHECK (num_nonnulls("keyed_request"."lease_until", "keyed_request"."key_version", "keyed_request"."sealed_answer") = case when "keyed_request"."lease_until" is null then 2 else 1 end)
);
--> statement-breakpoint
CREATE TABLE "email" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"checkout_id" uuid,
	"about" text DEFAULT '' NOT NULL,
	"change" jsonb,
	"enrolment_id" uuid,
	"link_generation" integer,
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
	CONSTRAINT "email_kind_known" CHECK ("kind" in ('resume_link', 'new_link', 'receipt', 'agreement', 'refunded', 'debit_upcoming', 'debit_failed', 'plan_changed', 'plan_completed')),
	CONSTRAINT "email_status_known" CHECK ("status" in ('pending', 'sent', 'kept', 'failed', 'cancelled')),
	CONSTRAINT "email_is_about_one" CHECK (num_nonnulls("email"."checkout_id", "email"."enrolment_id") = 1),
	CONSTRAINT "email_link_has_generation" CHECK (("email"."kind" in ('resume_link', 'new_link')) = ("email"."enrolment_id" is not null) and ("email"."enrolment_id" is null) = ("email"."link_generation" is null)),
	CONSTRAINT "email_is_about_something" CHECK ("email"."kind" in ('receipt', 'agreement') or ("email"."kind" in ('resume_link', 'new_link')) = ("email"."about" = '')),
	CONSTRAINT "email_of_change" CHECK (("email"."kind" = 'plan_changed') = ("email"."change" is not null)),
	CONSTRAINT "email_pending_is_due" CHECK (("email"."status" = 'pending') = ("email"."due_at" is not null)),
	CONSTRAINT "email_kept_whole" CHECK (num_nonnulls("email"."subject", "email"."text_body", "email"."html_body") = case when "email"."status" = 'kept' then 3 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "link_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider_id" uuid,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "background_job" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"details" jsonb NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text,
	CONSTRAINT "operator_alert_once" UNIQUE("kind","reference"),
	CONSTRAINT "operator_alert_kind_known" CHECK ("kind" in ('orphan_charge', 'missing_charge', 'amount_differs', 'outcome_unknown', 'gateway_refused_us', 'unknown_refund', 'debit_unexplained', 'settlement_problem', 'sealed_value_unreadable')),
	CONSTRAINT "operator_alert_resolved_by_known" CHECK ("resolved_by" in ('operator', 'reconciliation')),
	CONSTRAINT "operator_alert_resolved_by_somebody" CHECK (("operator_alert"."resolved_at" is null) = ("operator_alert"."resolved_by" is null))
);
--> statement-breakpoint
CREATE TABLE "rate_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sealed_probe" (
	"key_version" smallint PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"version" text NOT NULL,
	"content" text NOT NULL,
	"content_sha256" text NOT NULL,
	"sha256" text,
	"pdf" "bytea",
	"declarations" jsonb NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now(),
	"lease_until" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "agreement_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "agreement_one_per_checkout" UNIQUE("provider_id","checkout_id"),
	CONSTRAINT "agreement_content_sha256_is_of_content" CHECK ("agreement"."content_sha256" = encode(sha256(convert_to("agreement"."content", 'UTF8')), 'hex')),
	CONSTRAINT "agreement_sha256_is_of_pdf" CHECK ((num_nulls("agreement"."pdf", "agreement"."sha256") = 2 and "agreement"."due_at" is not null) or (num_nulls("agreement"."pdf", "agreement"."sha256") = 0 and "agreement"."due_at" is null and "agreement"."sha256" = encode(sha256("agreement"."pdf"), 'hex')))
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
	"debit_gateway" text,
	"debit_reference" text,
	"authority_text" text,
	"authority_version" text,
	"statement_name" text,
	"setup_started_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL,
	"authorised_at" timestamp (3) with time zone,
	"authorised_via" text,
	"ip_address" text,
	"user_agent" text,
	"replaceable_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_why" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dda_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "dda_id_unique" UNIQUE("id"),
	CONSTRAINT "dda_status_known" CHECK ("status" in ('Pending', 'Authorised', 'Cancelled', 'Expired')),
	CONSTRAINT "dda_is_registered_whole" CHECK (num_nulls("dda"."debit_gateway", "dda"."debit_reference") in (0, 2)),
	CONSTRAINT "dda_authorised_is_evidenced" CHECK ("dda"."status" <> 'Authorised' or num_nulls("dda"."bsb", "dda"."account_ending", "dda"."authority_text", "dda"."authority_version", "dda"."authorised_at", "dda"."authorised_via") = 0),
	CONSTRAINT "dda_ending_known" CHECK ("ended_why" in ('replaced', 'account_gone')),
	CONSTRAINT "dda_ended_has_why" CHECK (num_nulls("dda"."ended_at", "dda"."ended_why") in (0, 2)),
	CONSTRAINT "dda_bank_details_until_its_end" CHECK ("dda"."status" <> 'Authorised' or num_nulls("dda"."bank_sealed", "dda"."bank_key_version") = case when "dda"."ended_at" is null then 0 else 2 end)
);
--> statement-breakpoint
CREATE TABLE "event" (
	"provider_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb,
	"actor" text NOT NULL,
	"request_id" uuid,
	"ip_address" text,
	"user_agent" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"dispatched_at" timestamp (3) with time zone,
	"dispatch_failures" integer,
	"dispatch_after" timestamp (3) with time zone,
	"traceparent" text,
	CONSTRAINT "event_provider_id_checkout_id_sequence_pk" PRIMARY KEY("provider_id","checkout_id","sequence"),
	CONSTRAINT "event_id_unique" UNIQUE("provider_id","id"),
	CONSTRAINT "event_type_known" CHECK ("type" in ('checkout.created', 'checkout.expired', 'checkout.cancelled', 'card_payment.succeeded', 'card_payment.failed', 'direct_debit.authorised', 'payment_plan.signed', 'agreement.ready', 'student.email_undelivered', 'refund.succeeded', 'refund.failed', 'debit.sent', 'debit.paid', 'debit.dishonoured', 'debit.reversed', 'payment_plan.changed', 'payment_plan.on_hold', 'payment_plan.completed', 'payment_plan.ended')),
	CONSTRAINT "event_actor_form" CHECK ("event"."actor" ~ '^(student|system|api_key:key_[0-9a-z]{26}|staff:.+)$'),
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
	"replaced_by" uuid,
	CONSTRAINT "api_key_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "api_key_id_unique" UNIQUE("id"),
	CONSTRAINT "api_key_replaced_ends" CHECK ("api_key"."replaced_by" is null or "api_key"."expires_at" is not null),
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
	"fewest_instalments" integer,
	"most_instalments" integer,
	"smallest_instalment_cents" integer,
	"least_deposit_cents" integer,
	"most_deposit_cents" integer,
	"first_debit_lead_days" integer,
	"latest_first_debit_days" integer,
	"latest_last_debit_days" integer,
	"latest_last_debit_date" date,
	"highest_price_cents" integer,
	CONSTRAINT "course_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "course_slug_unique" UNIQUE("provider_id","slug"),
	CONSTRAINT "course_price_positive" CHECK ("course"."price_cents" between 1 and 10000000),
	CONSTRAINT "course_policy_possible" CHECK ((fewest_instalments between 1 and 104) is not false and (most_instalments between 1 and 104) is not false and (smallest_instalment_cents between 1 and 10000000) is not false and (least_deposit_cents between 0 and 10000000) is not false and (most_deposit_cents between 0 and 10000000) is not false and (first_debit_lead_days between 0 and 20) is not false and (latest_first_debit_days between 7 and 3660) is not false and (latest_last_debit_days between 7 and 3660) is not false and (highest_price_cents between 1 and 10000000) is not false and (fewest_instalments <= most_instalments) is not false and (least_deposit_cents <= most_deposit_cents) is not false and (first_debit_lead_days <= latest_first_debit_days) is not false)
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
	"allowed_origins" text[] DEFAULT '{}' NOT NULL,
	"return_urls" text[] DEFAULT '{}' NOT NULL,
	"terms" text,
	"terms_version" text,
	"privacy" text,
	"privacy_version" text,
	"refunds" text,
	"refunds_version" text,
	"student_emails" boolean DEFAULT true NOT NULL,
	"accent" text,
	"logo_sha256" text,
	"logo_width" integer,
	"logo_height" integer,
	"fewest_instalments" integer,
	"most_instalments" integer,
	"smallest_instalment_cents" integer,
	"least_deposit_cents" integer,
	"most_deposit_cents" integer,
	"first_debit_lead_days" integer,
	"latest_first_debit_days" integer,
	"latest_last_debit_days" integer,
	"latest_last_debit_date" date,
	"highest_price_cents" integer,
	"charge_epoch" integer DEFAULT 1 NOT NULL,
	"clock_days" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_code_unique" UNIQUE("code"),
	CONSTRAINT "provider_terms_have_version" CHECK (("provider"."terms" is null) = ("provider"."terms_version" is null)),
	CONSTRAINT "provider_privacy_has_version" CHECK (("provider"."privacy" is null) = ("provider"."privacy_version" is null)),
	CONSTRAINT "provider_refunds_have_version" CHECK (("provider"."refunds" is null) = ("provider"."refunds_version" is null)),
	CONSTRAINT "provider_accent_format" CHECK ("provider"."accent" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "provider_logo_whole" CHECK (num_nulls("provider"."logo_sha256", "provider"."logo_width", "provider"."logo_height") in (0, 3)),
	CONSTRAINT "provider_code_format" CHECK ("provider"."code" ~ '^[A-Za-z0-9][A-Za-z0-9_-]{1,62}$'),
	CONSTRAINT "provider_policy_possible" CHECK ((fewest_instalments between 1 and 104) is not false and (most_instalments between 1 and 104) is not false and (smallest_instalment_cents between 1 and 10000000) is not false and (least_deposit_cents between 0 and 10000000) is not false and (most_deposit_cents between 0 and 10000000) is not false and (first_debit_lead_days between 0 and 20) is not false and (latest_first_debit_days between 7 and 3660) is not false and (latest_last_debit_days between 7 and 3660) is not false and (highest_price_cents between 1 and 10000000) is not false and (fewest_instalments <= most_instalments) is not false and (least_deposit_cents <= most_deposit_cents) is not false and (first_debit_lead_days <= latest_first_debit_days) is not false)
);
--> statement-breakpoint
CREATE TABLE "provider_logo" (
	"provider_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"image" "bytea" NOT NULL,
	CONSTRAINT "provider_logo_type_known" CHECK ("type" in ('image/png', 'image/jpeg', 'image/webp')),
	CONSTRAINT "provider_logo_size" CHECK (octet_length("provider_logo"."image") between 1 and 204800)
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"charge_attempt_id" uuid,
	"debit_id" uuid,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"request_id" uuid NOT NULL,
	"status" text NOT NULL,
	"failure_reason" text,
	"gateway_reference" text,
	"idempotency_key" text,
	"fingerprint" "bytea" NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"recoveries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refund_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "refund_of_one_payment" CHECK (num_nonnulls("refund"."charge_attempt_id", "refund"."debit_id") = 1),
	CONSTRAINT "refund_status_known" CHECK ("status" in ('Requested', 'Pending', 'Succeeded', 'Failed')),
	CONSTRAINT "refund_amount_positive" CHECK ("refund"."amount_cents" > 0),
	CONSTRAINT "refund_failure_has_reason" CHECK (("refund"."status" = 'Failed') = ("refund"."failure_reason" is not null)),
	CONSTRAINT "refund_open_is_due" CHECK ("refund"."status" not in ('Requested', 'Pending') or "refund"."due_at" is not null),
	CONSTRAINT "refund_actor_form" CHECK ("refund"."requested_by" ~ '^(student|system|api_key:key_[0-9a-z]{26}|staff:.+)$')
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"operation" text,
	"status" smallint NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"is_replay" boolean NOT NULL,
	CONSTRAINT "request_log_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_gateway"."authority" (
	"account" text NOT NULL,
	"provider_id" text NOT NULL,
	"reference" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authority_account_provider_id_reference_pk" PRIMARY KEY("account","provider_id","reference"),
	CONSTRAINT "authority_reason_known" CHECK ("reason" in ('insufficient_funds', 'temporary', 'account_closed', 'account_invalid', 'bank_stopped', 'technical', 'deceased'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_gateway"."charge" (
	"account" text NOT NULL,
	"key" text NOT NULL,
	"provider_id" text,
	"provider_order_id" text,
	"amount_cents" integer,
	"status" text NOT NULL,
	"card_scheme" text,
	"card_last_four" text,
	"receipt_number" text,
	"decline_code" text,
	"is_refunded" boolean DEFAULT false NOT NULL,
	"pays_out_on" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_account_key_pk" PRIMARY KEY("account","key"),
	CONSTRAINT "charge_status_known" CHECK ("status" in ('succeeded', 'declined', 'refused', 'closed')),
	CONSTRAINT "charge_has_amount" CHECK ("sandbox_gateway"."charge"."status" not in ('succeeded', 'declined') or "sandbox_gateway"."charge"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_gateway"."debit" (
	"account" text NOT NULL,
	"key" text NOT NULL,
	"provider_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"date" date NOT NULL,
	"reason" text,
	"result_on" date,
	"settles_on" date,
	"reverses_on" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "debit_account_key_pk" PRIMARY KEY("account","key"),
	CONSTRAINT "debit_reason_known" CHECK ("reason" in ('insufficient_funds', 'temporary', 'account_closed', 'account_invalid', 'bank_stopped', 'technical', 'deceased')),
	CONSTRAINT "debit_has_amount" CHECK ("sandbox_gateway"."debit"."amount_cents" > 0),
	CONSTRAINT "debit_failure_has_reason" CHECK (("sandbox_gateway"."debit"."settles_on" is null or "sandbox_gateway"."debit"."reverses_on" is not null) = ("sandbox_gateway"."debit"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_gateway"."charge_refund" (
	"account" text NOT NULL,
	"key" text NOT NULL,
	"charge_key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"pays_out_on" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_refund_account_key_pk" PRIMARY KEY("account","key"),
	CONSTRAINT "charge_refund_status_known" CHECK ("status" in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "charge_refund_has_amount" CHECK ("sandbox_gateway"."charge_refund"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_gateway"."token_use" (
	"account" text NOT NULL,
	"provider_id" text NOT NULL,
	"token" text NOT NULL,
	"charge_key" text NOT NULL,
	CONSTRAINT "token_use_account_provider_id_token_pk" PRIMARY KEY("account","provider_id","token")
);
--> statement-breakpoint
CREATE TABLE "settlement" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"reference" text NOT NULL,
	"paid_on" date NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "settlement_once" UNIQUE("provider_id","gateway","reference"),
	CONSTRAINT "settlement_status_known" CHECK ("status" in ('matched', 'needs_attention')),
	CONSTRAINT "settlement_problem_known" CHECK ("problem" in ('unknown', 'other_account', 'amount_differs', 'status_differs', 'doubled', 'missing', 'sum_differs', 'currency_differs'))
);
--> statement-breakpoint
CREATE TABLE "settlement_line" (
	"provider_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"key" text,
	"debit_id" uuid,
	"gross_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"checkout_id" uuid,
	"problem" text,
	CONSTRAINT "settlement_line_provider_id_settlement_id_number_pk" PRIMARY KEY("provider_id","settlement_id","number"),
	CONSTRAINT "settlement_line_kind_known" CHECK ("kind" in ('charge', 'debit', 'refund', 'reversal', 'fee', 'other')),
	CONSTRAINT "settlement_line_problem_known" CHECK ("problem" in ('unknown', 'other_account', 'amount_differs', 'status_differs', 'doubled', 'missing', 'sum_differs', 'currency_differs'))
);
--> statement-breakpoint
CREATE TABLE "attention_mark" (
	"provider_id" uuid NOT NULL,
	"item" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"owner" text,
	"put_off_until" timestamp (3) with time zone,
	CONSTRAINT "attention_mark_provider_id_item_pk" PRIMARY KEY("provider_id","item")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"provider_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"staff_id" uuid NOT NULL,
	CONSTRAINT "saved_view_provider_id_name_pk" PRIMARY KEY("provider_id","name")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"is_operator" boolean DEFAULT false NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"has_second_factor" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_key" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_sealed" "bytea" NOT NULL,
	"secret_key_version" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_passkey_credential_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_password" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"method" text NOT NULL,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_role" (
	"provider_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_role_provider_id_staff_id_pk" PRIMARY KEY("provider_id","staff_id"),
	CONSTRAINT "staff_role_known" CHECK ("role" in ('viewer', 'support', 'finance', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "staff_second_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"token" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_token" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_act" (
	"provider_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"act_id" uuid NOT NULL,
	"step" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"role" text NOT NULL,
	"action" text NOT NULL,
	"checkout_id" uuid,
	"subject" text,
	"reason" text NOT NULL,
	"before" text,
	"after" text,
	"ip_address" text,
	"request_id" uuid NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "staff_act_provider_id_sequence_pk" PRIMARY KEY("provider_id","sequence"),
	CONSTRAINT "staff_act_step_once" UNIQUE("provider_id","act_id","step"),
	CONSTRAINT "staff_act_role_known" CHECK ("role" in ('viewer', 'support', 'finance', 'admin', 'operator')),
	CONSTRAINT "staff_act_action_known" CHECK ("action" in ('note', 'cancel', 'refund_grant', 'refund_send', 'plan_change', 'hold', 'release', 'resend', 'new_link', 'replay', 'alert', 'set_up')),
	CONSTRAINT "staff_act_step_known" CHECK ("step" in ('asked', 'done', 'refused')),
	CONSTRAINT "staff_act_sequence_positive" CHECK ("staff_act"."sequence" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"provider_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_headers" jsonb NOT NULL,
	"response_status" integer,
	"response_body" text,
	"fault" text,
	CONSTRAINT "webhook_attempt_provider_id_delivery_id_number_pk" PRIMARY KEY("provider_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"kind" text NOT NULL,
	"test_data" jsonb,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_delivery_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "webhook_delivery_status_known" CHECK ("status" in ('pending', 'delivered', 'failed', 'cancelled')),
	CONSTRAINT "webhook_delivery_kind_known" CHECK ("kind" in ('event', 'replay', 'test')),
	CONSTRAINT "webhook_delivery_pending_is_due" CHECK (("webhook_delivery"."status" = 'pending') = ("webhook_delivery"."due_at" is not null)),
	CONSTRAINT "webhook_delivery_test_has_data" CHECK (("webhook_delivery"."kind" = 'test') = ("webhook_delivery"."test_data" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"provider_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"event_types" text[] NOT NULL,
	"api_version" text DEFAULT 'v1' NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"secret_sealed" "bytea" NOT NULL,
	"secret_key_version" smallint NOT NULL,
	"previous_secret_sealed" "bytea",
	"previous_secret_key_version" smallint,
	"previous_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_endpoint_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "webhook_endpoint_id_unique" UNIQUE("id"),
	CONSTRAINT "webhook_endpoint_disabled_has_reason" CHECK (("webhook_endpoint"."disabled_reason" is null) = ("webhook_endpoint"."disabled_at" is null)),
	CONSTRAINT "webhook_endpoint_reason_known" CHECK ("disabled_reason" in ('requested', 'gone', 'failing')),
	CONSTRAINT "webhook_endpoint_previous_secret_whole" CHECK (num_nulls("webhook_endpoint"."previous_secret_sealed", "webhook_endpoint"."previous_secret_key_version", "webhook_endpoint"."previous_secret_until") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "charge_attempt" ADD CONSTRAINT "charge_attempt_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity" ADD CONSTRAINT "opportunity_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity" ADD CONSTRAINT "opportunity_provider_id_contact_id_contact_provider_id_id_fk" FOREIGN KEY ("provider_id","contact_id") REFERENCES "public"."contact"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debit" ADD CONSTRAINT "debit_provider_id_checkout_id_number_instalment_provider_id_checkout_id_number_fk" FOREIGN KEY ("provider_id","checkout_id","number") REFERENCES "public"."instalment"("provider_id","checkout_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalment" ADD CONSTRAINT "instalment_provider_id_checkout_id_payment_plan_provider_id_checkout_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."payment_plan"("provider_id","checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_payment" ADD CONSTRAINT "outside_payment_provider_id_checkout_id_number_instalment_provider_id_checkout_id_number_fk" FOREIGN KEY ("provider_id","checkout_id","number") REFERENCES "public"."instalment"("provider_id","checkout_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_plan" ADD CONSTRAINT "payment_plan_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_provider_id_course_id_course_provider_id_id_fk" FOREIGN KEY ("provider_id","course_id") REFERENCES "public"."course"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_account" ADD CONSTRAINT "gateway_account_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_event" ADD CONSTRAINT "gateway_event_provider_id_account_id_gateway_account_provider_id_id_fk" FOREIGN KEY ("provider_id","account_id") REFERENCES "public"."gateway_account"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyed_request" ADD CONSTRAINT "keyed_request_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_checkout" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email" ADD CONSTRAINT "email_enrolment" FOREIGN KEY ("provider_id","enrolment_id") REFERENCES "public"."enrolment"("provider_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_request" ADD CONSTRAINT "link_request_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement" ADD CONSTRAINT "agreement_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dda" ADD CONSTRAINT "dda_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_provider_id_replaced_by_api_key_provider_id_id_fk" FOREIGN KEY ("provider_id","replaced_by") REFERENCES "public"."api_key"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_logo" ADD CONSTRAINT "provider_logo_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_checkout_id_checkout_provider_id_id_fk" FOREIGN KEY ("provider_id","checkout_id") REFERENCES "public"."checkout"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_charge_attempt_id_charge_attempt_provider_id_id_fk" FOREIGN KEY ("provider_id","charge_attempt_id") REFERENCES "public"."charge_attempt"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_debit_id_debit_provider_id_id_fk" FOREIGN KEY ("provider_id","debit_id") REFERENCES "public"."debit"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_provider_id_settlement_id_settlement_provider_id_id_fk" FOREIGN KEY ("provider_id","settlement_id") REFERENCES "public"."settlement"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_mark" ADD CONSTRAINT "attention_mark_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkey" ADD CONSTRAINT "staff_passkey_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_password" ADD CONSTRAINT "staff_password_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_role" ADD CONSTRAINT "staff_role_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_role" ADD CONSTRAINT "staff_role_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_second_factor" ADD CONSTRAINT "staff_second_factor_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_act" ADD CONSTRAINT "staff_act_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery" FOREIGN KEY ("provider_id","delivery_id") REFERENCES "public"."webhook_delivery"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint" FOREIGN KEY ("provider_id","endpoint_id") REFERENCES "public"."webhook_endpoint"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempt_one_per_checkout" ON "charge_attempt" USING btree ("provider_id","checkout_id") WHERE not "charge_attempt"."is_replaced" and "charge_attempt"."instalments" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempt_one_open_of_plan" ON "charge_attempt" USING btree ("provider_id","checkout_id") WHERE "charge_attempt"."instalments" is not null and "charge_attempt"."status" in ('started', 'unknown');--> statement-breakpoint
CREATE INDEX "charge_attempt_by_checkout" ON "charge_attempt" USING btree ("provider_id","checkout_id");--> statement-breakpoint
CREATE INDEX "charge_attempt_by_time" ON "charge_attempt" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "charge_attempt_by_receipt" ON "charge_attempt" USING btree ("provider_id","receipt_number") WHERE "charge_attempt"."receipt_number" is not null;--> statement-breakpoint
CREATE INDEX "charge_attempt_due" ON "charge_attempt" USING btree ("due_at") WHERE "charge_attempt"."status" in ('started', 'unknown');--> statement-breakpoint
CREATE INDEX "charge_attempt_by_app_key" ON "charge_attempt" USING btree ("bank_page_key_version") WHERE "charge_attempt"."bank_page_sealed" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_one_live_per_order" ON "checkout" USING btree ("provider_id","provider_order_id") WHERE "checkout"."checkout_status" not in ('Payment Failed', 'Expired', 'Cancelled');--> statement-breakpoint
CREATE INDEX "checkout_by_order" ON "checkout" USING btree ("provider_id","provider_order_id","id");--> statement-breakpoint
CREATE INDEX "checkout_by_status" ON "checkout" USING btree ("provider_id","checkout_status","id","payment_type","course_price_cents","expires_at");--> statement-breakpoint
CREATE INDEX "checkout_by_name" ON "checkout" USING btree ("provider_id",lower("first_name" || ' ' || "last_name") text_pattern_ops,"id");--> statement-breakpoint
CREATE INDEX "checkout_by_last_name" ON "checkout" USING btree ("provider_id",lower("last_name") text_pattern_ops,"id");--> statement-breakpoint
CREATE INDEX "checkout_by_email" ON "checkout" USING btree ("provider_id","email_lower","id");--> statement-breakpoint
CREATE INDEX "checkout_by_update" ON "checkout" USING btree ("provider_id","updated_at");--> statement-breakpoint
CREATE INDEX "checkout_by_metadata" ON "checkout" USING gin (jsonb_set('{}', array["provider_id"::text], "metadata") jsonb_path_ops) WITH (fastupdate=false) WHERE "checkout"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "checkout_to_expire" ON "checkout" USING btree ("expires_at") WHERE "checkout_status" in ('Awaiting Direct Debit', 'Awaiting Confirmation', 'Awaiting Payment');--> statement-breakpoint
CREATE INDEX "idempotency_key_by_checkout" ON "idempotency_key" USING btree ("provider_id","checkout_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_to_purge" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_by_app_key" ON "idempotency_key" USING btree ("key_version");--> statement-breakpoint
CREATE UNIQUE INDEX "debit_one_live" ON "debit" USING btree ("provider_id","checkout_id","number") WHERE "status" in ('Sending', 'Sent', 'Paid');--> statement-breakpoint
CREATE INDEX "debit_by_date" ON "debit" USING btree ("provider_id","gateway","status","date");--> statement-breakpoint
CREATE INDEX "debit_by_amount" ON "debit" USING btree ("provider_id","date","amount_cents");--> statement-breakpoint
CREATE INDEX "debit_due" ON "debit" USING btree ("due_at") WHERE "debit"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "debit_poll_due" ON "debit_poll" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "instalment_to_hand_over" ON "instalment" USING btree ("hand_over_on") WHERE "instalment"."hand_over_on" is not null;--> statement-breakpoint
CREATE INDEX "instalment_to_tell" ON "instalment" USING btree ("notice_on") WHERE "instalment"."notice_on" is not null;--> statement-breakpoint
CREATE INDEX "payment_plan_by_change" ON "payment_plan" USING btree ("provider_id","updated_at","checkout_id");--> statement-breakpoint
CREATE INDEX "payment_plan_held" ON "payment_plan" USING btree ("provider_id","hold_reason") WHERE "payment_plan"."hold_reason" is not null;--> statement-breakpoint
CREATE INDEX "payment_plan_paused" ON "payment_plan" USING btree ("paused_until") WHERE "payment_plan"."status" = 'Paused';--> statement-breakpoint
CREATE INDEX "enrolment_to_purge" ON "enrolment" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "enrolment_by_app_key" ON "enrolment" USING btree ("link_key_version");--> statement-breakpoint
CREATE INDEX "enrolment_by_email" ON "enrolment" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_account_one_for_cards" ON "gateway_account" USING btree ("provider_id") WHERE "gateway_account"."takes_cards" and "gateway_account"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_account_one_for_debits" ON "gateway_account" USING btree ("provider_id") WHERE "gateway_account"."takes_debits" and "gateway_account"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "gateway_event_by_time" ON "gateway_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "keyed_request_to_purge" ON "keyed_request" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "keyed_request_by_app_key" ON "keyed_request" USING btree ("key_version");--> statement-breakpoint
CREATE UNIQUE INDEX "email_once" ON "email" USING btree ("provider_id","checkout_id","kind","about");--> statement-breakpoint
CREATE UNIQUE INDEX "email_once_per_generation" ON "email" USING btree ("provider_id","enrolment_id","link_generation");--> statement-breakpoint
CREATE INDEX "email_due" ON "email" USING btree ("due_at") WHERE "email"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "email_failed" ON "email" USING btree ("finished_at") WHERE "email"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "email_failed_of_provider" ON "email" USING btree ("provider_id","finished_at") WHERE "email"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "email_to_purge" ON "email" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "link_request_by_age" ON "link_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operator_alert_orphans" ON "operator_alert" USING btree (("details" ->> 'provider_order_id')) WHERE "operator_alert"."kind" = 'orphan_charge' and "operator_alert"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "operator_alert_of_provider" ON "operator_alert" USING btree (("details" ->> 'provider_id')) WHERE "operator_alert"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "agreement_to_make" ON "agreement" USING btree ("due_at") WHERE "agreement"."pdf" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "dda_one_live" ON "dda" USING btree ("provider_id","checkout_id") WHERE "dda"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "dda_by_checkout" ON "dda" USING btree ("provider_id","checkout_id");--> statement-breakpoint
CREATE INDEX "dda_by_account" ON "dda" USING btree ("provider_id","bsb","account_ending") WHERE "dda"."bsb" is not null;--> statement-breakpoint
CREATE INDEX "dda_by_app_key" ON "dda" USING btree ("bank_key_version") WHERE "dda"."bank_sealed" is not null;--> statement-breakpoint
CREATE INDEX "event_to_dispatch" ON "event" USING btree ("occurred_at") WHERE "event"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX "event_by_time" ON "event" USING brin ("occurred_at");--> statement-breakpoint
CREATE INDEX "event_by_type" ON "event" USING btree ("provider_id","type","id");--> statement-breakpoint
CREATE INDEX "event_by_request" ON "event" USING btree ("provider_id","request_id") WHERE "event"."request_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_idempotency_key" ON "refund" USING btree ("provider_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "refund_by_checkout" ON "refund" USING btree ("provider_id","checkout_id","id");--> statement-breakpoint
CREATE INDEX "refund_by_debit" ON "refund" USING btree ("provider_id","debit_id") WHERE "refund"."debit_id" is not null;--> statement-breakpoint
CREATE INDEX "refund_failed" ON "refund" USING btree ("provider_id","updated_at") WHERE "refund"."status" = 'Failed';--> statement-breakpoint
CREATE INDEX "refund_due" ON "refund" USING btree ("due_at") WHERE "refund"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "request_log_by_path" ON "request_log" USING btree ("provider_id","path","id");--> statement-breakpoint
CREATE INDEX "request_log_refused" ON "request_log" USING btree ("provider_id","id") WHERE "request_log"."status" >= 400;--> statement-breakpoint
CREATE INDEX "request_log_failed" ON "request_log" USING btree ("provider_id","id") WHERE "request_log"."status" >= 500;--> statement-breakpoint
CREATE INDEX "request_log_replays" ON "request_log" USING btree ("provider_id","id") WHERE "request_log"."is_replay";--> statement-breakpoint
CREATE INDEX "request_log_to_purge" ON "request_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "charge_by_order" ON "sandbox_gateway"."charge" USING btree ("account","provider_id","provider_order_id");--> statement-breakpoint
CREATE INDEX "charge_by_time" ON "sandbox_gateway"."charge" USING btree ("account","created_at");--> statement-breakpoint
CREATE INDEX "debit_by_date" ON "sandbox_gateway"."debit" USING btree ("account","provider_id","date");--> statement-breakpoint
CREATE INDEX "charge_refund_by_charge" ON "sandbox_gateway"."charge_refund" USING btree ("account","charge_key");--> statement-breakpoint
CREATE INDEX "settlement_by_day" ON "settlement" USING btree ("provider_id","gateway","paid_on","id");--> statement-breakpoint
CREATE INDEX "settlement_open" ON "settlement" USING btree ("provider_id","gateway") WHERE "settlement"."status" = 'needs_attention';--> statement-breakpoint
CREATE INDEX "settlement_line_by_key" ON "settlement_line" USING btree ("provider_id","key");--> statement-breakpoint
CREATE INDEX "settlement_line_by_debit" ON "settlement_line" USING btree ("provider_id","debit_id") WHERE "settlement_line"."debit_id" is not null;--> statement-breakpoint
CREATE INDEX "staff_passkey_by_staff" ON "staff_passkey" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_password_by_staff" ON "staff_password" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_role_by_staff" ON "staff_role" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_second_factor_by_staff" ON "staff_second_factor" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_by_staff" ON "staff_session" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_token_by_identifier" ON "staff_token" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "staff_token_by_expiry" ON "staff_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_act_by_checkout" ON "staff_act" USING btree ("provider_id","checkout_id","sequence") WHERE "staff_act"."checkout_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_attempt_to_purge" ON "webhook_attempt" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","event_id") WHERE "webhook_delivery"."kind" = 'event';--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_replay_once" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","event_id") WHERE "webhook_delivery"."kind" = 'replay' and "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","due_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_log_of_event" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_log_by_status" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","status","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_to_purge" ON "webhook_delivery" USING btree ("finished_at") WHERE "webhook_delivery"."status" <> 'pending';
-- What drizzle's schema cannot say. It follows the generated statements of the baseline.
--> statement-breakpoint
-- Rows that may be lost in a crash: limits.
ALTER TABLE "rate_bucket" SET UNLOGGED;--> statement-breakpoint
-- By default a fifth of a table may be dead before it is vacuumed, which of a million checkouts is hundreds of thousands.
ALTER TABLE "checkout" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "event" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "webhook_delivery" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "dda" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "email" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "idempotency_key" SET (autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
-- The audit log of the console only grows. An owner can grant itself what is revoked, so the trigger is the guard; what gets past both breaks the chain of hashes.
CREATE FUNCTION "staff_act_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of staff_act are only added' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "staff_act_is_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "staff_act" EXECUTE FUNCTION "staff_act_is_final"();--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "staff_act" FROM PUBLIC, CURRENT_USER;--> statement-breakpoint
-- Work for one provider is done as this role (lib/db/as-tenant.ts). Roles belong to the whole server: another database may have made it.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'provider_tenant') THEN
    CREATE ROLE provider_tenant NOLOGIN;
  END IF;
  IF NOT pg_has_role('provider_tenant', CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END) THEN
    GRANT provider_tenant TO CURRENT_USER;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN
    -- Another database made it at this moment.
    RAISE lock_not_available;
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'An administrator of the server has to run this once: CREATE ROLE provider_tenant NOLOGIN; GRANT provider_tenant TO %; Then migrate again.', quote_ident(current_user);
END $$;--> statement-breakpoint
-- It sees rows of the provider that its transaction names, and fails where none is named. All others see what they saw. FORCE
-- would hold for the owner too, whose work for all providers and whose pg_dump would fail.
DO $$ DECLARE tenants text; is_own text; BEGIN
  GRANT USAGE ON SCHEMA public TO provider_tenant;
  FOR tenants, is_own IN
    SELECT table_name, format('%I = (SELECT current_setting(''provider_checkout.provider_id'')::uuid)', column_name)
    FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name = 'provider_id' OR (table_name, column_name) = ('provider', 'id'))
    UNION ALL SELECT 'operator_alert', 'details ->> ''provider_id'' = (SELECT current_setting(''provider_checkout.provider''))'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenants);
    EXECUTE format('CREATE POLICY everyone ON %I USING (true)', tenants);
    EXECUTE format('CREATE POLICY one_provider ON %I AS RESTRICTIVE TO provider_tenant USING (%s)', tenants, is_own);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO provider_tenant', tenants);
  END LOOP;
  REVOKE UPDATE, DELETE ON staff_act FROM provider_tenant;
END $$;--> statement-breakpoint
-- Under a policy no index is used for what might tell of other rows, and `lower` counts as that. So these look as the owner.
CREATE FUNCTION checkouts_named(beginning text) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM checkout WHERE provider_id = current_setting('provider_checkout.provider_id')::uuid AND (
    lower(first_name || ' ' || last_name) ~>=~ beginning AND lower(first_name || ' ' || last_name) ~<~ (beginning || chr(1114111))
    OR lower(last_name) ~>=~ beginning AND lower(last_name) ~<~ (beginning || chr(1114111)))
$$;--> statement-breakpoint
CREATE FUNCTION enrolments_of(address text) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM enrolment WHERE provider_id = current_setting('provider_checkout.provider_id')::uuid AND lower(email) = address
$$;
