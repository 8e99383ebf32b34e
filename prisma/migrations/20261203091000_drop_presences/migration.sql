DROP TABLE "step_presences";
