#!/bin/sh
# Runs once, when the database container makes its files: a role for the service that owns its database and nothing else,
# and the one that its console reads as.
# The superuser keeps no password, and so logs in from inside the container only.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE checkout LOGIN PASSWORD :'password';
CREATE ROLE provider_tenant NOLOGIN;
GRANT provider_tenant TO checkout;
CREATE DATABASE checkout OWNER checkout;
ALTER ROLE postgres PASSWORD NULL;
SQL
