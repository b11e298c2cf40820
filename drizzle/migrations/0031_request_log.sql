CREATE UNLOGGED TABLE "request_log" (
	"provider_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	CONSTRAINT "request_log_provider_id_key_id_id_pk" PRIMARY KEY("provider_id","key_id","id")
);
