CREATE TABLE "bank_branch" (
	"bsb" text PRIMARY KEY NOT NULL,
	"bank" text NOT NULL,
	"branch" text NOT NULL,
	CONSTRAINT "bank_branch_bsb_format" CHECK ("bank_branch"."bsb" ~ '^[0-9]{6}$')
);
--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "former_dda" uuid;