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
REVOKE UPDATE, DELETE, TRUNCATE ON "staff_act" FROM PUBLIC, CURRENT_USER;--> statement-breakpoint
-- Work for one provider is done as this role (lib/db/as-tenant.ts). Roles belong to the whole server: another database may have made it.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'provider_tenant') THEN
    CREATE ROLE provider_tenant NOLOGIN;
  END IF;
  IF NOT pg_has_role('provider_tenant', CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END) THEN
    GRANT provider_tenant TO CURRENT_USER;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN
    -- Another database made it at this moment.
    RAISE lock_not_available;
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'An administrator of the server has to run this once: CREATE ROLE provider_tenant NOLOGIN; GRANT provider_tenant TO %; Then migrate again.', quote_ident(current_user);
END $$;--> statement-breakpoint
-- It sees rows of the provider that its transaction names, and fails where none is named. All others see what they saw. FORCE
-- would hold for the owner too, whose work for all providers and whose pg_dump would fail.
DO $$ DECLARE tenants text; is_own text; BEGIN
  GRANT USAGE ON SCHEMA public TO provider_tenant;
  FOR tenants, is_own IN
    SELECT table_name, format('%I = (SELECT current_setting(''provider_checkout.provider_id'')::uuid)', column_name)
    FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name = 'provider_id' OR (table_name, column_name) = ('provider', 'id'))
    UNION ALL SELECT 'operator_alert', 'details ->> ''provider_id'' = (SELECT current_setting(''provider_checkout.provider''))'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenants);
    EXECUTE format('CREATE POLICY everyone ON %I USING (true)', tenants);
    EXECUTE format('CREATE POLICY one_provider ON %I AS RESTRICTIVE TO provider_tenant USING (%s)', tenants, is_own);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO provider_tenant', tenants);
  END LOOP;
  REVOKE UPDATE, DELETE ON staff_act FROM provider_tenant;
END $$;--> statement-breakpoint
-- Under a policy no index is used for what might tell of other rows, and `lower` counts as that. So these look as the owner.
CREATE FUNCTION checkouts_named(beginning text) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM checkout WHERE provider_id = current_setting('provider_checkout.provider_id')::uuid AND (
    lower(first_name || ' ' || last_name) ~>=~ beginning AND lower(first_name || ' ' || last_name) ~<~ (beginning || chr(1114111))
    OR lower(last_name) ~>=~ beginning AND lower(last_name) ~<~ (beginning || chr(1114111)))
$$;--> statement-breakpoint
CREATE FUNCTION enrolments_of(address text) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM enrolment WHERE provider_id = current_setting('provider_checkout.provider_id')::uuid AND lower(email) = address
$$;
