export * from "./checkout";
export * from "./enrolment";
export * from "./job";
export * from "./limits";
export * from "./plan";
export * from "./provider";
export * from "./sandbox-gateway";
export * from "./webhook";
