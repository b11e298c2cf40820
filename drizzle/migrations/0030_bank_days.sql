CREATE TABLE "bank_holiday" (
	"date" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_open" boolean NOT NULL,
	CONSTRAINT "bank_holiday_is_weekday" CHECK (extract(isodow from "bank_holiday"."date") < 6)
);
