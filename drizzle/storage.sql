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
