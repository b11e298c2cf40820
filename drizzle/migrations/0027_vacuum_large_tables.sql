-- By default a fifth of a table may be dead before it is vacuumed, which of a million checkouts is hundreds of thousands:
-- status changes and dispatched events write each of these rows anew.
ALTER TABLE "checkout" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "event" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "webhook_delivery" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "dda" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "email" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "idempotency_key" SET (autovacuum_vacuum_scale_factor = 0.02);
