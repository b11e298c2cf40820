CREATE TABLE "operator_alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"details" jsonb NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "operator_alert_once" UNIQUE("kind","reference"),
	CONSTRAINT "operator_alert_kind_known" CHECK ("kind" in ('orphan_charge', 'missing_charge', 'amount_differs'))
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
ALTER TABLE "event" ALTER COLUMN "data" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "dispatched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery" FOREIGN KEY ("provider_id","delivery_id") REFERENCES "public"."webhook_delivery"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint" FOREIGN KEY ("provider_id","endpoint_id") REFERENCES "public"."webhook_endpoint"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempt_to_purge" ON "webhook_attempt" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","event_id") WHERE "webhook_delivery"."kind" = 'event';--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("due_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","id");--> statement-breakpoint
CREATE INDEX "event_to_dispatch" ON "event" USING btree ("occurred_at") WHERE "event"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX "event_by_time" ON "event" USING brin ("occurred_at");
--> statement-breakpoint
-- What happened before anybody could be told of it is told to nobody.
UPDATE "event" SET "dispatched_at" = now();
