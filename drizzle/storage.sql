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
REVOKE UPDATE, DELETE, TRUNCATE ON "staff_act" FROM PUBLIC, CURRENT_USER;
