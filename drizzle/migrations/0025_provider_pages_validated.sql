ALTER TABLE "provider" VALIDATE CONSTRAINT "provider_privacy_has_version";--> statement-breakpoint
ALTER TABLE "provider" VALIDATE CONSTRAINT "provider_refunds_have_version";--> statement-breakpoint
ALTER TABLE "provider" VALIDATE CONSTRAINT "provider_dark_logo_whole";
