CREATE TABLE "provider_logo" (
	"provider_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"image" "bytea" NOT NULL,
	CONSTRAINT "provider_logo_type_known" CHECK ("type" in ('image/png', 'image/jpeg', 'image/webp')),
	CONSTRAINT "provider_logo_size" CHECK (octet_length("provider_logo"."image") between 1 and 204800)
);
--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "accent" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "logo_sha256" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "logo_width" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "logo_height" integer;--> statement-breakpoint
ALTER TABLE "provider_logo" ADD CONSTRAINT "provider_logo_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_accent_format" CHECK ("provider"."accent" ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_logo_whole" CHECK (num_nulls("provider"."logo_sha256", "provider"."logo_width", "provider"."logo_height") in (0, 3));