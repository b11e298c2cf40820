CREATE TABLE "provider_dark_logo" (
	"provider_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"image" "bytea" NOT NULL,
	CONSTRAINT "provider_dark_logo_type_known" CHECK ("type" in ('image/png', 'image/jpeg', 'image/webp')),
	CONSTRAINT "provider_dark_logo_size" CHECK (octet_length("provider_dark_logo"."image") between 1 and 204800)
);
--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "privacy" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "privacy_version" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "refunds" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "refunds_version" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "dark_logo_sha256" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "dark_logo_width" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "dark_logo_height" integer;--> statement-breakpoint
ALTER TABLE "provider_dark_logo" ADD CONSTRAINT "provider_dark_logo_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_privacy_has_version" CHECK (("provider"."privacy" is null) = ("provider"."privacy_version" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_refunds_have_version" CHECK (("provider"."refunds" is null) = ("provider"."refunds_version" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_dark_logo_whole" CHECK (num_nulls("provider"."dark_logo_sha256", "provider"."dark_logo_width", "provider"."dark_logo_height") in (0, 3)) NOT VALID;