ALTER TABLE "course" ADD COLUMN "fewest_instalments" integer;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "most_instalments" integer;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "smallest_instalment_cents" integer;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "least_deposit_cents" integer;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "most_deposit_cents" integer;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "latest_first_debit_days" integer;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "latest_last_debit_days" integer;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "latest_last_debit_date" date;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "highest_price_cents" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "fewest_instalments" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "most_instalments" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "smallest_instalment_cents" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "least_deposit_cents" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "most_deposit_cents" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "latest_first_debit_days" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "latest_last_debit_days" integer;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "latest_last_debit_date" date;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "highest_price_cents" integer;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_policy_possible" CHECK ((fewest_instalments between 1 and 104) is not false and (most_instalments between 1 and 104) is not false and (smallest_instalment_cents between 1 and 10000000) is not false and (least_deposit_cents between 0 and 10000000) is not false and (most_deposit_cents between 0 and 10000000) is not false and (latest_first_debit_days between 7 and 3660) is not false and (latest_last_debit_days between 7 and 3660) is not false and (highest_price_cents between 1 and 10000000) is not false and (fewest_instalments <= most_instalments) is not false and (least_deposit_cents <= most_deposit_cents) is not false) NOT VALID;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_policy_possible" CHECK ((fewest_instalments between 1 and 104) is not false and (most_instalments between 1 and 104) is not false and (smallest_instalment_cents between 1 and 10000000) is not false and (least_deposit_cents between 0 and 10000000) is not false and (most_deposit_cents between 0 and 10000000) is not false and (latest_first_debit_days between 7 and 3660) is not false and (latest_last_debit_days between 7 and 3660) is not false and (highest_price_cents between 1 and 10000000) is not false and (fewest_instalments <= most_instalments) is not false and (least_deposit_cents <= most_deposit_cents) is not false) NOT VALID;