CREATE TABLE "sealed_probe" (
	"key_version" smallint PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
