import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_address_marks"),
    ]

    operations = [
        migrations.AddField("outbox", "to", models.EmailField(blank=True, default="", max_length=254)),
        migrations.AddField("outbox", "title", models.CharField(blank=True, default="", max_length=200)),
        migrations.AddField("outbox", "text", models.TextField(blank=True, default="")),
        migrations.AlterField(
            "outbox",
            "channel",
            models.CharField(
                choices=[("email", "email"), ("push", "push"), ("webhook", "webhook"), ("letter", "letter")],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            "outbox",
            "user",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outbox",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
