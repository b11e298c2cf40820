-- An event that was asked for twice waits in line once.
UPDATE "webhook_delivery" SET "status" = 'cancelled', "due_at" = NULL, "lease_until" = NULL, "finished_at" = now()
WHERE ("provider_id", "id") IN (
	SELECT "provider_id", "id" FROM (
		SELECT "provider_id", "id", row_number() OVER (PARTITION BY "provider_id", "endpoint_id", "event_id" ORDER BY "due_at", "id") AS "turn"
		FROM "webhook_delivery" WHERE "kind" = 'replay' AND "status" = 'pending'
	) "line" WHERE "turn" > 1
);--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_replay_once" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","event_id") WHERE "webhook_delivery"."kind" = 'replay' and "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_log_of_event" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_log_by_status" ON "webhook_delivery" USING btree ("provider_id","endpoint_id","status","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_to_purge" ON "webhook_delivery" USING btree ("finished_at") WHERE "webhook_delivery"."status" <> 'pending';