"""For lectures and courses: named examples, exercises with their keys, and the grading of students' searches."""
