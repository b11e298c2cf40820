ALTER TABLE "checkout" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "email_lower" text;