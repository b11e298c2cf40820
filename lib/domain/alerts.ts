export {
  ALERT_KINDS,
  type AlertKind,
  CHARGE_ALERTS,
} from "../../drizzle/vocabulary";
