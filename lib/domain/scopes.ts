export { SCOPES, type Scope } from "../../drizzle/vocabulary";
