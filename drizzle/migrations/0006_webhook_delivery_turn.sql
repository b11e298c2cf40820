DROP INDEX "webhook_delivery_due";--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","due_at") WHERE "webhook_delivery"."status" = 'pending';