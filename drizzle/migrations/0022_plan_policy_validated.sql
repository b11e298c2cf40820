ALTER TABLE "course" VALIDATE CONSTRAINT "course_policy_possible";--> statement-breakpoint
ALTER TABLE "provider" VALIDATE CONSTRAINT "provider_policy_possible";
