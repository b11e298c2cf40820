export * from "./checkout";
export * from "./enrolment";
export * from "./mail";
export * from "./operation";
export * from "./plan";
export * from "./provider";
export * from "./sandbox-gateway";
export * from "./webhook";
